import { ImportError } from '../import-error.ts';
import type { ImportSource } from '../import-format.ts';
import type { ImportedCourse, ImportedLesson } from '../imported-course.ts';
import { buildModules, type ReadModule } from '../manifest/build-modules.ts';
import { outlineOf } from '../manifest/outline.ts';
import { findManifest, readManifest } from '../manifest/read-manifest.ts';
import { descriptionOf } from '../text/plain-text.ts';
import { type CanvasSettings, mergeModules, readCanvasSettings } from './canvas-settings.ts';
import { CartridgeAddresses, NOWHERE } from './cartridge-addresses.ts';
import type { Cartridge } from './cartridge-parts.ts';
import { CartridgeReader } from './cartridge-reader.ts';
import { cartridgeReasons } from './cartridge-reasons.ts';
import { readOtherPages } from './other-pages.ts';
import { reportUnnamedFiles } from './unnamed-files.ts';

/** Reads Common Cartridge 1.0 to 1.4 with what Canvas adds. Throws ImportError. */
export async function readCartridge({ tree, name, report }: ImportSource): Promise<ImportedCourse> {
  const file = findManifest(tree);
  if (file === undefined) throw new ImportError('nothing');
  const manifest = await readManifest(file, tree, report);
  const cartridge: Cartridge = {
    tree,
    manifest,
    report,
    pages: new Map(),
    banks: new Map(),
    drawn: { count: 0 },
  };
  const canvas = await readCanvasSettings(cartridge);
  const title = manifest.title || canvas?.title || name;
  const reader = new CartridgeReader(cartridge);
  const read = await readModules(reader, canvas, title);
  const others = await readOtherPages(reader, canvas !== null);
  const isOnly = read.every(({ lessons }) => lessons.length === 0);
  const last = others.length === 0 ? [] : [{ title: isOnly ? title : 'Other pages', lessons: others }];
  const modules = buildModules([...read, ...last], report);
  const addresses = new CartridgeAddresses(cartridge, reader.keys);
  const lessons = modules.flatMap((module) => module.lessons);
  reportUnnamedFiles(lessons, addresses, cartridge);
  return {
    title,
    description: descriptionOf(manifest.description || (canvas?.description ?? '')),
    instructor: manifest.author,
    picture: canvas?.picture ?? null,
    modules,
    resolve: (address, lesson, own = report) => {
      const found = addresses.find(address, lesson);
      if (found === NOWHERE) own.add('simplified', lesson.title, cartridgeReasons.oldPlace);
      return found;
    },
  };
}

async function readModules(
  reader: CartridgeReader,
  canvas: CanvasSettings | null,
  courseTitle: string,
): Promise<ReadModule[]> {
  const { cartridge } = reader;
  const items = mergeModules(cartridge.manifest.items, canvas?.modules ?? [], cartridge);
  const modules: ReadModule[] = [];
  for (const { title, item, entries } of outlineOf(items, courseTitle, cartridge.report)) {
    const lessons: ImportedLesson[] = [];
    for (const entry of entries) {
      const lesson = await reader.readEntry(entry);
      if (lesson !== null) addLesson(lessons, lesson);
    }
    const [first] = lessons;
    if (first !== undefined) reader.remember(item?.identifier ?? '', first.key);
    const looseTitle = lessons.length === 1 && entries.length === 1 ? (first?.title ?? '') : courseTitle;
    const named = title || (lessons.length === 0 ? '' : looseTitle);
    modules.push({ title: named, description: item?.description ?? '', lessons });
  }
  return modules;
}

/** Adds a lesson; what is a part of the lesson before it, such as a quiz that Carrel exported, joins that. */
function addLesson(lessons: ImportedLesson[], lesson: ImportedLesson): void {
  const last = lessons.at(-1);
  if (isNamedBy(lesson, last)) return;
  const isPart = lesson.quizzes?.every(({ isOwn }) => isOwn) === true;
  if (last === undefined || !isPart) lessons.push(lesson);
  else lessons.splice(-1, 1, { ...last, quizzes: [...(last.quizzes ?? []), ...(lesson.quizzes ?? [])] });
}

/** Whether a lesson is only a link that the page before it has. Carrel lists the links of its pages below them. */
function isNamedBy({ path, html, attachments }: ImportedLesson, page: ImportedLesson | undefined): boolean {
  const [link] = attachments;
  if (path !== '' || html !== '' || link === undefined || !('url' in link) || page === undefined)
    return false;
  return page.path !== '' && page.attachments.some((one) => 'url' in one && one.url === link.url);
}
