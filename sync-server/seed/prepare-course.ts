import { webcrypto } from 'node:crypto';
import { join } from 'node:path';
import { drawCodes } from '#schema/activation/draw-code.ts';
import { courseEntity } from '#schema/entities/course-entity.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import type { CopiedQuiz } from '#schema/quizzes/quiz-input.ts';
import { sanitizeLessonHtml } from '../courses/lesson-html.ts';
import type { CourseRow, FileRow, LessonRow, ModuleRow, ResourceRow } from '../db/tables.ts';
import { storeFile } from '../media/store-file.ts';
import type { FileStore } from '../media-store/media-store.ts';
import { renderCover } from './course-cover.ts';
import type { CourseSource } from './course-source.ts';
import { readQuizzes } from './quiz-source.ts';
import { readCourseSource, readLessonHtml } from './read-course.ts';

const DEMO_CODES = 20;
const DEMO_PREFIX = 'CARREL';

/** The columns that are set when a row is inserted. */
type Placed = 'position' | 'version' | 'revision' | 'createdAt' | 'updatedAt';

type PreparedResource = Omit<ResourceRow, Placed | 'lessonId'>;

interface PreparedLesson extends Omit<LessonRow, Placed | 'moduleId'> {
  /** Sanitised HTML. */
  readonly content: string;
  readonly resources: readonly PreparedResource[];
  readonly quizzes?: readonly CopiedQuiz[];
}

interface PreparedModule extends Omit<ModuleRow, Placed | 'courseId'> {
  readonly lessons: readonly PreparedLesson[];
}

/** A course whose files are already stored, ready to be inserted in one transaction. */
export interface PreparedCourse extends Omit<CourseRow, Placed> {
  readonly modules: readonly PreparedModule[];
  readonly files: readonly FileRow[];
  readonly codes: readonly string[];
}

interface Preparation {
  /** The course's own folder. */
  readonly folder: string;
  /** Receives its media and thumbnails. */
  readonly store: FileStore;
}

/** Reads a course from its folder, stores its files, renders its cover. Throws SeedError. */
export async function prepareCourse(preparation: Preparation): Promise<PreparedCourse> {
  const { folder, store } = preparation;
  const source = await readCourseSource(folder);
  const files = await storeFiles(source, preparation);
  const fileIdOf = (path: string | undefined) => (path === undefined ? null : (files.get(path)?.id ?? null));
  const resourceOf = (resource: ResourceSource): PreparedResource => {
    if ('url' in resource) return { ...resource, fileId: null };
    const { file, ...fields } = resource;
    return { ...fields, url: null, fileId: fileIdOf(file) };
  };
  const lessonOf = async (lesson: LessonSource): Promise<PreparedLesson> => {
    const { video, questions, ...fields } = lesson;
    return {
      ...{ ...lessonEntity.defaults, ...fields },
      content: sanitizeLessonHtml(await readLessonHtml(folder, lesson.content)),
      videoFileId: fileIdOf(video),
      resources: lesson.resources.map(resourceOf),
      quizzes: questions === undefined ? [] : await readQuizzes(folder, questions),
    };
  };
  const modules = await Promise.all(
    source.modules.map(async (module) => ({
      ...module,
      lessons: await Promise.all(module.lessons.map(lessonOf)),
    })),
  );
  const { cover, ...fields } = source;
  return {
    ...{ ...courseEntity.defaults, ...fields },
    thumbnail: cover ? await renderCover(store, source.id, join(folder, cover)) : null,
    status: 'published',
    modules,
    files: [...files.values()],
    codes: drawCodes(DEMO_PREFIX, DEMO_CODES, webcrypto),
  };
}

type LessonSource = CourseSource['modules'][number]['lessons'][number];
type ResourceSource = LessonSource['resources'][number];

/** Stores every file of the course once. */
async function storeFiles(source: CourseSource, preparation: Preparation): Promise<Map<string, FileRow>> {
  const lessons = source.modules.flatMap((module) => module.lessons);
  const paths = lessons.flatMap((lesson) => [
    ...(lesson.video === undefined ? [] : [lesson.video]),
    ...lesson.resources.flatMap((resource) => ('file' in resource ? [resource.file] : [])),
  ]);
  const files = new Map<string, FileRow>();
  for (const path of new Set(paths)) {
    const { folder, store } = preparation;
    files.set(path, await storeFile(store, join(folder, path)));
  }
  return files;
}
