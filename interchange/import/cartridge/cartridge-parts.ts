import type { FileTree, TreeFile } from '../../archive/file-tree.ts';
import type { ImportReport } from '../import-report.ts';
import { findAddressed, nameOf } from '../manifest/manifest-paths.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import type { Manifest, ManifestResource } from '../manifest/read-manifest.ts';
import { readPart } from '../manifest/read-part.ts';
import type { XmlElement } from '../xml.ts';
import { kindOf } from './resource-kind.ts';

/** A cartridge while it is read. */
export interface Cartridge {
  readonly tree: FileTree;
  readonly manifest: Manifest;
  readonly report: ImportReport;
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
