import { lessonPlace } from '#interchange/course-file/course-file.ts';
import type { PlainCourse } from '#interchange/course-file/plain-course.ts';
import type { ExportedQuiz } from './copy-quizzes.ts';
import { titleOr } from './markup.ts';

/** A course to be written as a book or as a site. Equal ones are written as equal bytes. */
export interface CourseCopy extends PlainCourse {
  /** The digest of the course's file: SHA-256 in hex. */
  readonly digest: string;
  /** The last change of the course, as an ISO string. */
  readonly updatedAt: string;
  /** The texts of captions (WebVTT) by their digests. */
  readonly captions: ReadonlyMap<string, string>;
  /** The quizzes of lessons by their places. The outline has none. */
  readonly quizzes: ReadonlyMap<string, readonly ExportedQuiz[]>;
  /** Where the course is on the web; null when the server does not know its own address. */
  readonly online: OnlineCourse | null;
}

interface OnlineCourse {
  /** Such as `https://learn.example.org`. */
  readonly origin: string;
  /** The addresses of the lessons by their places. */
  readonly lessons: ReadonlyMap<string, string>;
}

type OutlineModule = CourseCopy['outline']['modules'][number];

/** A lesson and its place in the course. */
export type CopiedLesson = Omit<OutlineModule['lessons'][number], 'title'> & {
  readonly place: string;
  readonly title: string;
  /** From 1, counted through the course. */
  readonly number: number;
  readonly total: number;
  readonly moduleTitle: string;
};

export interface CopiedModule {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly description: string;
  readonly lessons: readonly CopiedLesson[];
}

/** The modules with their lessons; a blank title is replaced by a number. */
export function copiedModules({ outline }: CourseCopy): CopiedModule[] {
  const total = outline.modules.reduce((sum, { lessons }) => sum + lessons.length, 0);
  let number = 0;
  return outline.modules.map((module, m) => {
    const moduleTitle = titleOr(module.title, `Module ${m + 1}`);
    const lessons = module.lessons.map((lesson, l) => {
      number += 1;
      const title = titleOr(lesson.title, `Lesson ${number}`);
      return { ...lesson, title, moduleTitle, number, total, place: lessonPlace(m + 1, l + 1) };
    });
    return { number: m + 1, title: moduleTitle, description: module.description, lessons };
  });
}

export const courseTitle = ({ outline }: CourseCopy): string => titleOr(outline.title, 'Untitled course');

/** The interface language, in which courses are shown: they have no language of their own. */
export const LANGUAGE = 'en';
