import type { ImportedLesson } from '../imported-course.ts';
import { isPage } from '../manifest/manifest-paths.ts';
import type { ManifestResource } from '../manifest/read-manifest.ts';
import { SYLLABUS } from './cartridge-addresses.ts';
import { type Cartridge, filesOf } from './cartridge-parts.ts';
import type { CartridgeReader } from './cartridge-reader.ts';
import { cartridgeReasons } from './cartridge-reasons.ts';
import { isCanvasAssignment } from './read-content.ts';
import { readTopicMeta } from './read-texts.ts';
import { kindOf } from './resource-kind.ts';

/**
 * Reads what no module names: the syllabus, pages, assignments, discussions and quizzes. Announcements are reported.
 * Files are not read: they belong to the lessons that name them.
 */
export async function readOtherPages(reader: CartridgeReader, isCanvas: boolean): Promise<ImportedLesson[]> {
  const { cartridge, known } = reader;
  const syllabus: ImportedLesson[] = [];
  const lessons: ImportedLesson[] = [];
  for (const resource of cartridge.manifest.resources.values()) {
    if (known.has(resource.identifier) || !(await isOther(resource, { cartridge, isCanvas }))) continue;
    const lesson = await reader.readOther(resource);
    if (lesson === null) continue;
    if (resource.intendedUse === 'syllabus') syllabus.push(lesson);
    else lessons.push(lesson);
  }
  const [first] = syllabus;
  if (first !== undefined) reader.remember(SYLLABUS, first.key);
  return [...syllabus, ...lessons];
}

interface OtherPlace {
  readonly cartridge: Cartridge;
  readonly isCanvas: boolean;
}

async function isOther(resource: ManifestResource, { cartridge, isCanvas }: OtherPlace): Promise<boolean> {
  const kind = kindOf(resource);
  const { report } = cartridge;
  if (kind === 'topic') {
    const { isAnnouncement, title } = await readTopicMeta(resource, cartridge);
    if (isAnnouncement) report.add('leftOut', title, cartridgeReasons.announcement);
    return !isAnnouncement;
  }
  return (
    kind === 'assignment' ||
    kind === 'link' ||
    kind === 'quiz' ||
    (kind === 'content' && isOtherPage(resource, { cartridge, isCanvas }))
  );
}

function isOtherPage(resource: ManifestResource, { cartridge, isCanvas }: OtherPlace): boolean {
  if (resource.intendedUse === 'syllabus' || isCanvasAssignment(resource)) return true;
  const [file] = filesOf(resource, cartridge);
  const isVariant = cartridge.manifest.resources.has(resource.variant);
  if (file === undefined || isVariant || resource.type !== 'webcontent' || !isPage(file.path)) return false;
  return !isCanvas || file.path.startsWith(`${cartridge.manifest.folder}wiki_content/`);
}
