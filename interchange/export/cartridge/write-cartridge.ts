import { byName, textEntry, type WrittenEntry } from '#interchange/course-file/write-course-file.ts';
import { placeName } from '../pages/addresses.ts';
import {
  type CopiedLesson,
  type CopiedModule,
  type CourseCopy,
  copiedModules,
  courseTitle,
} from '../pages/course-copy.ts';
import type { PageContext } from '../pages/lesson-parts.ts';
import { titleOr } from '../pages/markup.ts';
import { type FilePacker, type PackedFile, PackedFiles, plainName } from '../pages/packed-files.ts';
import { CARTRIDGE_STYLE } from './cartridge-style.ts';
import type { CartridgeVersion } from './cartridge-version.ts';
import { linkDocument, linksOf } from './lesson-links.ts';
import { lessonDocument, lessonPage, STYLE } from './lesson-page.ts';
import { type ManifestModule, type ManifestResource, manifestDocument } from './manifest-document.ts';
import { quizDocument } from './quiz-document.ts';
import { QUIZ_SETTINGS } from './quiz-marks.ts';
import { quizSettingsDocument } from './quiz-settings-document.ts';

/** The files, resources and items of one lesson in a cartridge. */
interface LessonPart {
  readonly texts: readonly WrittenEntry[];
  /** Its page first, then its links. */
  readonly resources: readonly ManifestResource[];
  readonly items: ManifestModule['items'];
}

/**
 * Writes a course as the entries of a Common Cartridge: `imsmanifest.xml` first, all others in one folder. Lessons are
 * pages, in the order of the course; their links to other sites and their quizzes follow them in the table of contents. Pictures, videos,
 * captions and documents are packed.
 *
 * @param pause called after each lesson, because a long course takes a while
 */
export async function writeCartridge(
  course: CourseCopy,
  version: CartridgeVersion,
  pause: () => Promise<void> = async () => undefined,
): Promise<readonly WrittenEntry[]> {
  const files = new PackedFiles(course);
  const modules: ManifestModule[] = [];
  const parts: LessonPart[] = [];
  for (const module of copiedModules(course)) {
    const inside: LessonPart[] = [];
    for (const lesson of module.lessons) {
      inside.push(lessonPart(lesson, { course, files, version }));
      await pause();
    }
    modules.push(manifestModule(module, inside));
    parts.push(...inside);
  }
  const resources = [
    ...parts.flatMap((part) => part.resources),
    contentOf(STYLE),
    ...files.entries.map(({ name }) => contentOf(name)),
  ];
  const packed = files.entries.map(({ type: _, ...entry }) => entry);
  const texts = [...parts.flatMap((part) => part.texts), textEntry(STYLE, CARTRIDGE_STYLE)];
  const folder = folderOf(course);
  return [
    textEntry('imsmanifest.xml', manifestDocument(course, { modules, resources, folder }, version)),
    ...[...texts, ...packed].sort(byName).map((entry) => ({ ...entry, name: folder + entry.name })),
  ];
}

/**
 * The folder of a course. Canvas replaces files with the same path, so the files of two courses must not be called the
 * same.
 */
const folderOf = (course: CourseCopy): string =>
  `${plainName(courseTitle(course)) || 'course'}-${course.digest.slice(0, 8)}/`;

const manifestModule = (
  { number, title, description }: CopiedModule,
  lessons: readonly LessonPart[],
): ManifestModule => ({ id: `${number}`, title, description, items: lessons.flatMap(({ items }) => items) });

/** The id of a resource whose name is unique. */
const idOf = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, '-');

const contentOf = (name: string): ManifestResource => ({ id: idOf(name), name, kind: 'content' });

interface Packing {
  readonly course: CourseCopy;
  readonly files: PackedFiles;
  readonly version: CartridgeVersion;
}

function lessonPart(lesson: CopiedLesson, { course, files, version }: Packing): LessonPart {
  const recorder = new FileRecorder(files);
  const context: PageContext = {
    ...{ course, files: recorder, syntax: 'xml', extension: 'html' },
    loadsWebPictures: true,
  };
  const name = lessonPage(lesson);
  const text = textEntry(name, lessonDocument(context, lesson));
  const { description } = lesson;
  const dependencies = [STYLE, ...recorder.names].map(idOf);
  const page: ManifestResource = { ...contentOf(name), description, dependencies };
  const links = linksOf(lesson).map((link, at) => {
    const file = `links/${placeName(lesson.place)}-${at + 1}.xml`;
    return { link, file, resource: { id: idOf(file), name: file, kind: 'link' } as const };
  });
  const quizzes = quizParts(context, lesson, { course, files, version });
  return {
    texts: [
      text,
      ...quizzes.flatMap(({ entries }) => entries),
      ...links.map(({ link, file }) => textEntry(file, linkDocument(link, version))),
    ],
    resources: [
      page,
      ...links.map(({ resource }) => resource),
      ...quizzes.flatMap(({ resource, settings }) => [resource, settings]),
    ],
    items: [
      { title: lesson.title, resource: page.id },
      ...links.map(({ link, resource }) => ({ title: link.title, resource: resource.id })),
      ...quizzes.map(({ title, resource }) => ({ title, resource: resource.id })),
    ],
  };
}

/** The quizzes of a lesson that have a question. Their files are beside its page, so that addresses are the same in both. */
function quizParts(page: PageContext, { place }: CopiedLesson, { course, files }: Packing) {
  const quizzes = course.quizzes.get(place) ?? [];
  return quizzes.flatMap((quiz, at) => {
    if (quiz.questions.length === 0) return [];
    const ident = `${placeName(place)}-${at + 1}`;
    const recorder = new FileRecorder(files);
    const name = `lessons/quiz-${ident}.xml`;
    const settingsName = `quizzes/${ident}/${QUIZ_SETTINGS}`;
    const entries = [
      textEntry(name, quizDocument({ ...page, files: recorder }, quiz, ident)),
      textEntry(settingsName, quizSettingsDocument(quiz, ident)),
    ];
    const settings: ManifestResource = { id: idOf(settingsName), name: settingsName, kind: 'settings' };
    const dependencies = [...recorder.names.map(idOf), settings.id];
    const resource: ManifestResource = { id: idOf(name), name, kind: 'quiz', dependencies };
    return [{ title: titleOr(quiz.title, 'Quiz'), entries, resource, settings }];
  });
}

/** Packs the files of one page, and remembers which they are. */
class FileRecorder implements FilePacker {
  readonly #files: PackedFiles;
  readonly #names = new Set<string>();

  constructor(files: PackedFiles) {
    this.#files = files;
  }

  get names(): readonly string[] {
    return [...this.#names].sort();
  }

  addStored(digest: string, title: string): PackedFile | null {
    return this.#record(this.#files.addStored(digest, title));
  }

  addPicture(address: string): PackedFile | null {
    return this.#record(this.#files.addPicture(address));
  }

  #record(file: PackedFile | null): PackedFile | null {
    if (file !== null) this.#names.add(file.name);
    return file;
  }
}
