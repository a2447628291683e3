import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import { type ImportReport, reasons } from '../import-report.ts';
import type { ImportedCourse, ImportedLesson } from '../imported-course.ts';
import { buildModules, type ReadModule } from '../manifest/build-modules.ts';
import { type OutlineEntry, type OutlineModule, outlineOf } from '../manifest/outline.ts';
import { packageReasons } from '../manifest/package-reasons.ts';
import { findManifest, type Manifest, readManifest } from '../manifest/read-manifest.ts';
import { descriptionOf } from '../text/plain-text.ts';
import { readSco } from './read-sco.ts';
import { launchOf, ScoFiles } from './sco-files.ts';

/** Reads SCORM 1.2 and 2004. Throws ImportError. */
export async function readScorm({ tree, name, report }: ImportSource): Promise<ImportedCourse> {
  const file = findManifest(tree);
  if (file === undefined) throw new ImportError('nothing');
  const manifest = await readManifest(file, tree, report);
  const title = manifest.title || name;
  const files = new ScoFiles(tree, manifest);
  const reading: Reading = { manifest, files, report, known: new Set(), pages: new Map() };
  const modules: ReadModule[] = [];
  for (const module of modulesOf(manifest, title, report))
    modules.push(await readModule(module, title, reading));
  return {
    title,
    description: descriptionOf(manifest.description),
    instructor: '',
    picture: null,
    modules: buildModules(modules, report),
  };
}

interface Reading {
  readonly manifest: Manifest;
  readonly files: ScoFiles;
  readonly report: ImportReport;
  /** Identifiers of resources that were read. */
  readonly known: Set<string>;
  /** By path of the pages that were read: whether they are lessons. */
  readonly pages: Map<string, boolean>;
}

/** Those of the table of contents; without one, all parts that can be opened. */
function modulesOf({ items, resources }: Manifest, title: string, report: ImportReport): OutlineModule[] {
  const modules = outlineOf(items, title, report);
  if (modules.length > 0) return modules;
  const entries = [...resources.values()]
    .filter(({ href }) => href !== '')
    .map(({ identifier }) => ({
      title: '',
      item: { identifier, title: '', resource: identifier, isHidden: false, children: [] },
    }));
  return [{ title: '', item: null, entries }];
}

async function readModule(module: OutlineModule, courseTitle: string, reading: Reading): Promise<ReadModule> {
  const lessons: ImportedLesson[] = [];
  const [first, ...others] = module.entries;
  for (const entry of module.entries)
    lessons.push(...(await readEntry(entry, { isOnly: others.length === 0, courseTitle, reading })));
  const looseTitle = others.length === 0 && first?.title ? first.title : courseTitle;
  return { title: module.title || (lessons.length === 0 ? '' : looseTitle), lessons };
}

interface EntryPlace {
  /** Of its module: the titles of its pages need not name it. */
  readonly isOnly: boolean;
  readonly courseTitle: string;
  readonly reading: Reading;
}

async function readEntry(entry: OutlineEntry, place: EntryPlace): Promise<ImportedLesson[]> {
  const { manifest, files, report, known, pages } = place.reading;
  const resource = manifest.resources.get(entry.item.resource);
  const named = entry.title || entry.item.resource;
  if (resource === undefined) {
    report.add('missing', named, packageReasons.notThere);
    return [];
  }
  if (known.has(resource.identifier)) {
    report.add('simplified', named, packageReasons.repeated);
    return [];
  }
  known.add(resource.identifier);
  const sco = { resource, launch: launchOf(resource), files: files.of(resource, report) };
  const lessons = await readSco(sco, { ...place, title: entry.title, report, tree: files.tree, pages });
  if (entry.item.isHidden && lessons.length > 0) report.add('simplified', named, reasons.hidden);
  return lessons;
}
