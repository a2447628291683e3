import { reasons } from '../import-report.ts';
import type { ImportedLesson } from '../imported-course.ts';
import type { OutlineEntry } from '../manifest/outline.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import type { ManifestItem, ManifestResource } from '../manifest/read-manifest.ts';
import { LINK_REFERENCE, TOOL_REFERENCE } from './canvas-settings.ts';
import { type Cartridge, preferredResource } from './cartridge-parts.ts';
import { type ReadLesson, readContent } from './read-content.ts';
import { readQuiz } from './read-quiz.ts';
import { linkLesson, readAssignment, readLink, readTopic } from './read-texts.ts';
import { kindOf } from './resource-kind.ts';

/** Reads the parts of a cartridge, and remembers which became which lesson. */
export class CartridgeReader {
  readonly cartridge: Cartridge;
  /** Keys of lessons by the identifiers of their resources, items and modules: the first of each. */
  readonly keys = new Map<string, string>();
  /** By the identifiers of the resources that were read: their lessons, null for those that cannot be one. */
  readonly known = new Map<string, ReadLesson | null>();

  constructor(cartridge: Cartridge) {
    this.cartridge = cartridge;
  }

  /** The lesson of an item; null, with a report, for a part that cannot be one. */
  async readEntry({ item, title }: OutlineEntry): Promise<ImportedLesson | null> {
    const resource = this.cartridge.manifest.resources.get(item.resource);
    const read = resource === undefined ? this.#readVirtual(item, title) : await this.#read(resource, title);
    if (read === null) return null;
    if (item.isHidden || read.isHidden) this.#reportHidden(read.lesson);
    this.remember(item.identifier, read.lesson.key);
    return read.lesson;
  }

  /** The lesson of a resource that no item names; null, with a report, for one that cannot be one. */
  async readOther(resource: ManifestResource): Promise<ImportedLesson | null> {
    const read = await this.#read(resource, '');
    if (read?.isHidden) this.#reportHidden(read.lesson);
    return read === null ? null : read.lesson;
  }

  remember(identifier: string, key: string): void {
    if (identifier !== '' && !this.keys.has(identifier)) this.keys.set(identifier, key);
  }

  async #read(named: ManifestResource, title: string): Promise<ReadLesson | null> {
    const known = this.known.get(named.identifier);
    if (known !== undefined) return known === null ? null : withTitle(known, title);
    const resource = preferredResource(named, this.cartridge);
    const read = await this.#readKind(resource, title);
    for (const { identifier } of [named, resource]) this.known.set(identifier, read);
    if (read === null) return null;
    for (const identifier of [named.identifier, resource.identifier, read.otherIdentifier ?? ''])
      this.remember(identifier, read.lesson.key);
    return read;
  }

  async #readKind(resource: ManifestResource, title: string): Promise<ReadLesson | null> {
    const read = await this.#readAny(resource, title);
    const isForInstructors = resource.isForInstructors || resource.intendedUse === 'lessonplan';
    return read !== null && isForInstructors ? { ...read, isHidden: true } : read;
  }

  #readAny(resource: ManifestResource, title: string): Promise<ReadLesson | null> | null {
    const { report } = this.cartridge;
    switch (kindOf(resource)) {
      case 'content':
        return readContent(resource, title, this.cartridge);
      case 'link':
        return readLink(resource, title, this.cartridge);
      case 'topic':
        return readTopic(resource, title, this.cartridge);
      case 'assignment':
        return readAssignment(resource, title, this.cartridge);
      case 'quiz':
        return readQuiz(resource, title, this.cartridge);
      case 'tool':
        report.add('leftOut', title || resource.identifier, reasons.activity('LTI'));
        return null;
      case 'other':
        report.add('leftOut', title || resource.identifier, reasons.activity(resource.type || 'unknown'));
        return null;
    }
  }

  /** An item of Canvas without a resource. */
  #readVirtual({ identifier, resource }: ManifestItem, title: string): ReadLesson | null {
    const { report } = this.cartridge;
    const named = title || resource;
    if (resource.startsWith(TOOL_REFERENCE)) report.add('leftOut', named, reasons.activity('LTI'));
    else if (resource.startsWith(LINK_REFERENCE)) {
      const address = resource.slice(LINK_REFERENCE.length);
      return linkLesson({ key: `link:${identifier}`, title, address }, this.cartridge);
    } else report.add('missing', named, packageReasons.notThere);
    return null;
  }

  #reportHidden({ title }: ImportedLesson): void {
    this.cartridge.report.add('simplified', title, reasons.hidden);
  }
}

const withTitle = (read: ReadLesson, title: string): ReadLesson => ({
  ...read,
  lesson: { ...read.lesson, title: title || read.lesson.title },
});
