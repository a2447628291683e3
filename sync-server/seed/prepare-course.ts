import { join } from 'node:path';
import type { Lesson } from '#schema/lesson.ts';
import type { Resource } from '#schema/resource.ts';
import { sanitizeLessonHtml } from '../courses/lesson-html.ts';
import type { CourseRow, FileRow } from '../db/tables.ts';
import { storeFile } from '../media/media-folder.ts';
import { makeActivationCode } from './activation-code.ts';
import { renderCover } from './course-cover.ts';
import type { CourseSource } from './course-source.ts';
import { readCourseSource, readLessonHtml } from './read-course.ts';

const DEMO_CODES = 20;

type PreparedResource = Pick<Resource, 'id' | 'type' | 'title'> & {
  readonly url: string | null;
  readonly fileId: string | null;
};

type PreparedLesson = Pick<Lesson, 'id' | 'title' | 'description' | 'duration' | 'type' | 'videoUrl'> & {
  /** Sanitised HTML. */
  readonly content: string;
  readonly videoFileId: string | null;
  readonly resources: readonly PreparedResource[];
};

type CourseWords = Pick<
  CourseRow,
  'id' | 'title' | 'description' | 'instructor' | 'thumbnail' | 'previewContent' | 'status'
>;

/** A course with its files on the disk already, ready to be inserted in one transaction. */
export interface PreparedCourse extends CourseWords {
  readonly modules: readonly {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly lessons: readonly PreparedLesson[];
  }[];
  readonly files: readonly FileRow[];
  readonly codes: readonly string[];
}

interface Preparation {
  /** The course's own folder. */
  readonly folder: string;
  /** Where its media and thumbnails are put. */
  readonly dataFolder: string;
  /** ISO time. */
  readonly createdAt: string;
}

/** Reads a course from its folder, stores its files, draws its cover. Throws SeedError. */
export async function prepareCourse(preparation: Preparation): Promise<PreparedCourse> {
  const { folder, dataFolder } = preparation;
  const source = await readCourseSource(folder);
  const files = await storeFiles(source, preparation);
  const fileIdOf = (path: string | undefined) => (path === undefined ? null : (files.get(path)?.id ?? null));
  const lessonOf = async (lesson: LessonSource): Promise<PreparedLesson> => ({
    ...wordsOf(lesson),
    duration: lesson.duration,
    type: lesson.type,
    content: sanitizeLessonHtml(await readLessonHtml(folder, lesson.content)),
    videoUrl: null,
    videoFileId: fileIdOf(lesson.video),
    resources: lesson.resources.map((resource) => ({
      id: resource.id,
      type: resource.type,
      title: resource.title,
      url: 'url' in resource ? resource.url : null,
      fileId: 'file' in resource ? fileIdOf(resource.file) : null,
    })),
  });
  const modules = source.modules.map(async (module) => ({
    ...wordsOf(module),
    lessons: await Promise.all(module.lessons.map(lessonOf)),
  }));
  return {
    ...wordsOf(source),
    instructor: source.instructor,
    previewContent: source.previewContent,
    thumbnail: source.cover ? await renderCover(dataFolder, source.id, join(folder, source.cover)) : null,
    status: 'published',
    modules: await Promise.all(modules),
    files: [...files.values()],
    codes: makeCodes(DEMO_CODES),
  };
}

type LessonSource = CourseSource['modules'][number]['lessons'][number];

function wordsOf({ id, title, description }: { id: string; title: string; description: string }) {
  return { id, title, description };
}

/** Stores every file that the course names, each once. */
async function storeFiles(source: CourseSource, preparation: Preparation): Promise<Map<string, FileRow>> {
  const lessons = source.modules.flatMap((module) => module.lessons);
  const paths = lessons.flatMap((lesson) => [
    ...(lesson.video === undefined ? [] : [lesson.video]),
    ...lesson.resources.flatMap((resource) => ('file' in resource ? [resource.file] : [])),
  ]);
  const files = new Map<string, FileRow>();
  for (const path of new Set(paths)) {
    const { folder, dataFolder, createdAt } = preparation;
    files.set(path, await storeFile(dataFolder, join(folder, path), createdAt));
  }
  return files;
}

function makeCodes(count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(makeActivationCode());
  return [...codes];
}
