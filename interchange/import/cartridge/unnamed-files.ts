import type { ImportedLesson } from '../imported-course.ts';
import { findAddressed, isAttached } from '../manifest/manifest-paths.ts';
import { scanPage } from '../manifest/scan-page.ts';
import { folderOf, isAbsolute, nameOf } from '../paths.ts';
import type { CartridgeAddresses } from './cartridge-addresses.ts';
import { type Cartridge, filesOf } from './cartridge-parts.ts';
import { cartridgeReasons } from './cartridge-reasons.ts';
import { kindOf } from './resource-kind.ts';

/** Reports PDFs, videos and pictures that no lesson names. */
export function reportUnnamedFiles(
  lessons: readonly ImportedLesson[],
  addresses: CartridgeAddresses,
  cartridge: Cartridge,
): void {
  const texts = new Map(lessons.map((lesson) => [lesson.path || lesson.key, lesson]));
  const named = new Set([...texts.values()].flatMap((lesson) => pathsNamedBy(lesson, addresses, cartridge)));
  const files = [...cartridge.manifest.resources.values()]
    .filter((resource) => kindOf(resource) === 'content')
    .flatMap((resource) => filesOf(resource, cartridge));
  for (const { path } of new Set(files)) {
    if (isAttached(path) && !named.has(path))
      cartridge.report.add('leftOut', nameOf(path), cartridgeReasons.unnamedFile);
  }
}

function pathsNamedBy(
  lesson: ImportedLesson,
  addresses: CartridgeAddresses,
  { tree, pages }: Cartridge,
): (string | undefined)[] {
  const attached = lesson.attachments.flatMap((attachment) =>
    'file' in attachment ? [attachment.file] : [],
  );
  const page = pages.get(lesson.path);
  const { addresses: written } = page?.html === lesson.html ? page.scanned : scanPage(lesson.html);
  const find = (address: string, own: ImportedLesson) => {
    const path = addresses.find(address, own);
    if (path !== null) return tree.find(path)?.path;
    return isAbsolute(address) ? undefined : findAddressed(tree, folderOf(own.path), address)?.path;
  };
  const asked = (lesson.quizzes ?? []).flatMap(({ path = lesson.path, questions }) =>
    questions
      .flatMap(({ prompt }) => scanPage(prompt).addresses)
      .map((address) => find(address, { ...lesson, path })),
  );
  return [...attached, ...written.map((address) => find(address, lesson)), ...asked];
}
