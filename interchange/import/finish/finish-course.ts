import type { FileTree } from '#interchange/archive/file-tree.ts';
import type { CourseOutline } from '#interchange/course-file/course-file.ts';
import { lessonPlace } from '#interchange/course-file/course-file.ts';
import { digestOf, encodeText } from '#interchange/course-file/digest.ts';
import { placeAddress, replaceAddresses } from '#interchange/course-file/lesson-links.ts';
import { withPrompts } from '#interchange/course-file/prompts.ts';
import { THUMBNAIL_WIDTHS_PX } from '#schema/limits.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import type { ImportedCourse } from '../imported-course.ts';
import { limitQuestions } from '../quizzes/limit-questions.ts';
import { plainText } from '../text/plain-text.ts';
import { titleText } from '../text/titles.ts';
import { finishLesson } from './finish-lesson.ts';
import type { ImportTools } from './import-tools.ts';
import { OneByOne, workInOrder } from './in-order.ts';
import type { LessonContext } from './lesson-context.ts';
import { readPicture } from './read-picture.ts';

/** A course that was read and cleaned whole. Its files are with the importing side, by their digests. */
export interface FinishedCourse {
  readonly outline: CourseOutline;
  /** The HTML of the lessons by place, as in a course file. */
  readonly texts: ReadonlyMap<string, string>;
  /** The texts of WebVTT files, by digest. */
  readonly captions: ReadonlyMap<string, string>;
  /** SHA-256 in hex of the outline and the texts: the same for the same file. */
  readonly digest: string;
}

export interface Unfinished {
  readonly course: ImportedCourse;
  readonly tree: FileTree;
  /** The name of the chosen file, without its extension. */
  readonly name: string;
  readonly report: ImportReport;
}

/**
 * Cleans the texts of a course of another program, resolves its addresses, embeds its pictures and sorts its files. What
 * cannot be taken is reported. Throws ImportError when there is no lesson, or when the archive is damaged.
 */
export async function finishCourse(unfinished: Unfinished, tools: ImportTools): Promise<FinishedCourse> {
  const { name, report } = unfinished;
  const course = { ...unfinished.course, modules: limitQuestions(unfinished.course.modules, report) };
  const lessons = lessonsOf(course);
  if (lessons.length === 0) throw new ImportError('nothing');
  const places = placesOf(course);
  const whole = contextOf(unfinished, tools, new Set(places.keys()));
  const modules = course.modules.map(
    ({ title, description }, at): OutlineModule => ({
      title: titleText(title, `Module ${at + 1}`),
      description: plainText(description),
      lessons: [],
    }),
  );
  const texts = new Map<string, string>();
  const finishing = workInOrder(lessons, LESSONS_AT_ONCE, async (place) => {
    const own = { ...ofOneLesson(whole), onQuestion: () => tools.onProgress(texts.size, lessons.length) };
    return { ...place, own, finished: await finishLesson(place.lesson, own) };
  });
  for await (const { module, index, lesson, own, finished } of finishing) {
    const { html, ...fields } = finished;
    collect(whole, own);
    texts.set(lessonPlace(module + 1, index + 1), linkPlaces(html, places));
    modules[module]?.lessons.push({ title: titleText(lesson.title, `Lesson ${index + 1}`), ...fields });
    tools.onProgress(texts.size, lessons.length);
  }
  const picture = await finishPicture(course.picture, whole);
  const outline = withPrompts(
    {
      title: titleText(course.title, name),
      description: plainText(course.description),
      instructor: plainText(course.instructor),
      previewContent: '',
      picture,
      modules,
      files: Object.fromEntries(whole.files),
    },
    (html) => linkPlaces(html, places),
  );
  const digest = digestOf(encodeText(JSON.stringify([outline, [...texts]])));
  return { outline, texts, captions: whole.captions, digest };
}

/** A lesson waits for the disk and for threads that decode and hash: meanwhile, the next ones are worked on. */
const LESSONS_AT_ONCE = 3;

/** The lessons in their order, with the index of the module and that of the lesson in it. */
const lessonsOf = ({ modules }: ImportedCourse) =>
  modules.flatMap(({ lessons }, module) => lessons.map((lesson, index) => ({ lesson, module, index })));

type OutlineModule = CourseOutline['modules'][number];

function contextOf(
  { course, tree, report }: Unfinished,
  tools: ImportTools,
  keys: ReadonlySet<string>,
): LessonContext {
  const scope = { course, tree: course.tree ?? tree, keys, report };
  const collected = { captions: new Map(), files: new Map() };
  return { scope, report, tools, largeFiles: new OneByOne(), onQuestion: () => undefined, ...collected };
}

/** The context of one lesson, which has collected nothing yet. */
function ofOneLesson(whole: LessonContext): LessonContext {
  const report = new ImportReport();
  return { ...whole, scope: { ...whole.scope, report }, report, captions: new Map(), files: new Map() };
}

/** Adds what was collected for a lesson to what was collected for the lessons before it. */
function collect(whole: LessonContext, { report, captions, files }: LessonContext): void {
  whole.report.addLines(report.lines);
  for (const [digest, text] of captions) whole.captions.set(digest, text);
  for (const [digest, file] of files) whole.files.set(digest, file);
}

/** The places of the lessons by their keys. */
function placesOf({ modules }: ImportedCourse): Map<string, string> {
  const places = new Map<string, string>();
  for (const [at, { lessons }] of modules.entries()) {
    for (const [index, { key }] of lessons.entries()) {
      if (!places.has(key)) places.set(key, lessonPlace(at + 1, index + 1));
    }
  }
  return places;
}

/** Links name the key of a lesson until all places are known. */
function linkPlaces(html: string, places: ReadonlyMap<string, string>): string {
  return replaceAddresses(html, (address) => {
    const [, key] = /^carrel:key\/(.*)$/s.exec(address) ?? [];
    const place = key === undefined ? undefined : places.get(decodeURIComponent(key));
    return place === undefined ? null : placeAddress(place);
  });
}

async function finishPicture(path: string | null, { scope, tools, files }: LessonContext) {
  const file = path === null ? undefined : scope.tree.find(path);
  const read = file === undefined ? null : await readPicture({ kind: 'file', file });
  if (read === null || !('picture' in read)) return null;
  const shrunk = await tools.shrinkPicture(read.picture, COURSE_PICTURE_PX);
  if (shrunk === null || shrunk.type === 'image/svg+xml') return null;
  const bytes = new Uint8Array(shrunk.bytes);
  const digest = await tools.storeFile(bytes, shrunk.type, shrunk.stored);
  files.set(digest, { type: shrunk.type, sizeBytes: bytes.length });
  return { file: digest };
}

const COURSE_PICTURE_PX = Math.max(...THUMBNAIL_WIDTHS_PX);
