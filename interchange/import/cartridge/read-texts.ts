import type { TreeFile } from '#interchange/archive/file-tree.ts';
import { reasons } from '../import-report.ts';
import { type Attachment, type ImportedLesson, lessonOf } from '../imported-course.ts';
import { findAddressed } from '../manifest/manifest-paths.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import type { ManifestResource } from '../manifest/read-manifest.ts';
import { readPart } from '../manifest/read-part.ts';
import { scanPage } from '../manifest/scan-page.ts';
import { folderOf, nameOf } from '../paths.ts';
import { htmlOfText } from '../text/paragraphs.ts';
import { titleOfHtml } from '../text/titles.ts';
import { childrenOf, findElement, textAt, textOf, type XmlElement } from '../xml.ts';
import { type Cartridge, filesOf, findContent, parseReference, readDescriptor } from './cartridge-parts.ts';
import { cartridgeReasons } from './cartridge-reasons.ts';
import type { ReadLesson } from './read-content.ts';

/** Reads a link; null, with a report, for one that leads to no web page. */
export async function readLink(
  resource: ManifestResource,
  title: string,
  cartridge: Cartridge,
): Promise<ReadLesson | null> {
  const read = await readDescriptor(resource, title, cartridge);
  if (read === null) return null;
  const shown = title || titleOfHtml(textAt(read.root, 'title'));
  const url = findElement(read.root, 'url');
  const address = url?.attributes.get('href') ?? textOf(url);
  return linkLesson({ key: `link:${resource.identifier}`, title: shown, address }, cartridge);
}

interface Link {
  readonly key: string;
  readonly title: string;
  readonly address: string;
}

/** A lesson that is a link; null, with a report, where it leads to no web page. */
export function linkLesson({ key, title, address }: Link, { report }: Cartridge): ReadLesson | null {
  const url = webAddress(address.trim());
  if (url === null) {
    report.add('leftOut', title || address, cartridgeReasons.otherAddress);
    return null;
  }
  const shown = title || titleOfHtml(url);
  return { lesson: lessonOf({ key, title: shown, attachments: [{ title: shown, url }] }), isHidden: false };
}

/** Some files leave out `https://`. */
function webAddress(address: string): string | null {
  if (/^https?:\/\/\S/i.test(address)) return address;
  if (address.startsWith('//')) return `https:${address}`;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(address) ? `https://${address}` : null;
}

/** Reads the text of a discussion; null, with a report, without any. */
export async function readTopic(
  resource: ManifestResource,
  title: string,
  cartridge: Cartridge,
): Promise<ReadLesson | null> {
  const read = await readDescriptor(resource, title, cartridge);
  const lesson = read === null ? null : textLesson(read, { resource, title, cartridge });
  if (lesson === null) return null;
  cartridge.report.add('simplified', lesson.title, cartridgeReasons.discussion);
  const { isHidden, assignment } = await readTopicMeta(resource, cartridge);
  return { lesson, isHidden, otherIdentifier: assignment };
}

/** Canvas describes its discussions in a resource that theirs depends on. */
export async function readTopicMeta({ dependencies }: ManifestResource, cartridge: Cartridge) {
  for (const identifier of dependencies) {
    const resource = cartridge.manifest.resources.get(identifier);
    const [file] = resource === undefined ? [] : filesOf(resource, cartridge);
    const meta = file?.path.endsWith('.xml') ? await readPart(file) : null;
    if (meta?.name === 'topicMeta')
      return {
        isHidden: textAt(meta, 'workflow_state') === 'unpublished',
        isAnnouncement: textAt(meta, 'type') === 'announcement',
        title: titleOfHtml(textAt(meta, 'title')),
        /** Links to a graded discussion name this identifier. */
        assignment: findElement(meta, 'assignment')?.attributes.get('identifier') ?? '',
      };
  }
  return { isHidden: false, isAnnouncement: false, title: '', assignment: '' };
}

/** Reads the text of an assignment (Common Cartridge 1.3); null, with a report, without any. */
export async function readAssignment(
  resource: ManifestResource,
  title: string,
  cartridge: Cartridge,
): Promise<ReadLesson | null> {
  const read = await readDescriptor(resource, title, cartridge);
  const lesson = read === null ? null : textLesson(read, { resource, title, cartridge });
  if (read === null || lesson === null) return null;
  cartridge.report.add('simplified', lesson.title, cartridgeReasons.assignment);
  const state = textAt(read.root, 'extensions', 'assignment', 'workflow_state');
  return { lesson, isHidden: state === 'unpublished' || textAt(read.root, 'text') === '' };
}

interface TextPlace {
  readonly resource: ManifestResource;
  /** May be empty. */
  readonly title: string;
  readonly cartridge: Cartridge;
}

/** The lesson of an XML file with a title, a text and attachments; null, with a report, for an empty one. */
function textLesson(
  { file, root }: { readonly file: TreeFile; readonly root: XmlElement },
  { resource, title, cartridge }: TextPlace,
): ImportedLesson | null {
  const shown = title || titleOfHtml(textAt(root, 'title')) || nameOf(file.path);
  // Some programs write all of an assignment into the text for instructors.
  const html = htmlOf(findElement(root, 'text')) || htmlOf(findElement(root, 'instructor_text'));
  const attachments = attachmentsOf(root, file, { title: shown, cartridge });
  const { textLength, hasMedia, isTooDeep } = scanPage(html);
  if (isTooDeep) {
    cartridge.report.add('leftOut', shown, packageReasons.unreadable);
    return null;
  }
  if (textLength === 0 && !hasMedia && attachments.length === 0) {
    cartridge.report.add('leftOut', shown, reasons.empty);
    return null;
  }
  return lessonOf({ key: `text:${resource.identifier}`, title: shown, html, path: file.path, attachments });
}

function htmlOf(text: XmlElement | undefined): string {
  const content = textOf(text);
  return text?.attributes.get('texttype') === 'text/plain' ? htmlOfText(content) : content;
}

function attachmentsOf(
  root: XmlElement,
  file: TreeFile,
  { title, cartridge }: Omit<TextPlace, 'resource'>,
): Attachment[] {
  const list = findElement(root, 'attachments');
  return (list === undefined ? [] : childrenOf(list, 'attachment')).flatMap(({ attributes }) => {
    const href = attributes.get('href') ?? '';
    const found = findAttachment(href, file, cartridge);
    if (found === undefined) cartridge.report.add('missing', title, reasons.notInFile(nameOf(href)));
    return found === undefined ? [] : [{ title: nameOf(found.path), file: found.path }];
  });
}

function findAttachment(href: string, { path }: TreeFile, cartridge: Cartridge): TreeFile | undefined {
  const reference = parseReference(href);
  return reference === null
    ? findAddressed(cartridge.tree, folderOf(path), href)
    : findContent(cartridge, reference.rest, folderOf(path));
}
