import type { FileTree, TreeFile } from '#interchange/archive/file-tree.ts';
import type { ImportReport } from '../import-report.ts';
import { findAddressed } from '../manifest/manifest-paths.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import type { Manifest, ManifestResource } from '../manifest/read-manifest.ts';
import { readPart, readPartText } from '../manifest/read-part.ts';
import { type ScannedPage, scanPage } from '../manifest/scan-page.ts';
import { nameOf } from '../paths.ts';
import type { XmlElement } from '../xml.ts';
import { kindOf } from './resource-kind.ts';

/** A cartridge while it is read. */
export interface Cartridge {
  readonly tree: FileTree;
  readonly manifest: Manifest;
  readonly report: ImportReport;
  /** The pages that were read, by path: many parts may name the same one. */
  readonly pages: Map<string, ReadPage | null>;
  /** The banks of questions that quizzes draw from, by their identifiers, and how many questions were drawn. */
  readonly banks: Map<string, XmlElement | null>;
  readonly drawn: { count: number };
}

export interface ReadPage {
  readonly html: string;
  readonly scanned: ScannedPage;
}

/** Reads a page; null for one that is too large or too deep. */
export async function readPage(file: TreeFile, { pages }: Cartridge): Promise<ReadPage | null> {
  const known = pages.get(file.path);
  if (known !== undefined) return known;
  const html = await readPartText(file);
  const scanned = scanPage(html ?? '');
  const page = html === null || scanned.isTooDeep ? null : { html, scanned };
  pages.set(file.path, page);
  return page;
}

/** The files of a resource that are there, the one that opens it first. */
export function filesOf({ folder, href, files }: ManifestResource, { tree }: Cartridge): TreeFile[] {
  const addresses = href === '' ? files : [href, ...files];
  const found = addresses.map((address) => findAddressed(tree, folder, address));
  return [...new Set(found)].filter((file) => file !== undefined);
}

/** The resource that an item means: the one that its maker prefers, if Carrel can take that. */
export function preferredResource(resource: ManifestResource, { manifest }: Cartridge): ManifestResource {
  const variant = manifest.resources.get(resource.variant);
  const isTaken = variant !== undefined && !['quiz', 'tool', 'other'].includes(kindOf(variant));
  return isTaken ? variant : resource;
}

/** The XML of a resource, and the file that it is in; null, with a report, without any. */
export async function readDescriptor(resource: ManifestResource, title: string, cartridge: Cartridge) {
  const [file] = filesOf(resource, cartridge);
  const named = title || nameOf(resource.href || (resource.files[0] ?? resource.identifier));
  if (file === undefined) {
    cartridge.report.add('missing', named, packageReasons.notThere);
    return null;
  }
  const root: XmlElement | null = await readPart(file);
  if (root === null) cartridge.report.add('leftOut', named, packageReasons.unreadable);
  return root === null ? null : { file, root };
}

/** `$IMS-CC-FILEBASE$` of the standard, and the references of Canvas, percent-encoded as well. */
const REFERENCE = /^(?:\$|%24)([A-Z]+(?:[-_][A-Z]+)*)(?:\$|%24)(.*)$/is;

/** The token of an address that begins with one, in upper case with hyphens, and what follows it; null for any other. */
export function parseReference(address: string): { readonly token: string; readonly rest: string } | null {
  const [, token, rest = ''] = REFERENCE.exec(address) ?? [];
  return token === undefined ? null : { token: token.toUpperCase().replaceAll('_', '-'), rest };
}

/** The folder of Canvas for files. */
export const contentFolder = ({ manifest }: Cartridge): string => `${manifest.folder}web_resources/`;

/**
 * The file that an address behind `$IMS-CC-FILEBASE$` means: in the folder that Canvas has for files, else relative to
 * the folder of the page, as the standard has it, else in the root.
 */
export function findContent(cartridge: Cartridge, rest: string, folder: string): TreeFile | undefined {
  const relative = rest.replace(/^[/\\]+/, '');
  return [contentFolder(cartridge), folder, cartridge.manifest.folder]
    .map((base) => findAddressed(cartridge.tree, base, relative))
    .find((file) => file !== undefined);
}
