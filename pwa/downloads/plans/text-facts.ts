import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { OfflineCourse } from '#pwa/store/database/rows.ts';
import { findLessonContent } from '#pwa/store/offline/offline-courses.ts';
import { parseImageName } from '../cache/cached-file-url.ts';
import { listImages } from './lesson-images.ts';

interface ImageInText {
  readonly url: string;
  readonly lessonId: string;
  /** The version of its lesson. */
  readonly title: string;
}

/** Facts that only the lessons' HTML contains. */
export interface TextFacts {
  readonly bytes: number;
  /** How many lessons have their text here. */
  readonly lessonsHere: number;
  readonly images: readonly ImageInText[];
}

type CourseOutline = Pick<OfflineCourse, 'id' | 'modules'>;

/**
 * Cached by the lessons' versions, because reading a megabyte of text for each check of a download would be
 * slow.
 */
const known = new Map<string, { readonly key: string; readonly facts: Promise<TextFacts> }>();

export function readTextFacts(store: PrivateStore, course: CourseOutline): Promise<TextFacts> {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const key = JSON.stringify([store.userId, lessons.map(({ id, version }) => [id, version])]);
  const before = known.get(course.id);
  if (before?.key === key) return before.facts;
  const facts = readAll(store, lessons);
  // A course with a missing or unreadable text is read again.
  const forget = () => known.delete(course.id);
  facts.then(({ lessonsHere }) => lessonsHere < lessons.length && forget(), forget);
  known.set(course.id, { key, facts });
  return facts;
}

async function readAll(
  store: PrivateStore,
  lessons: readonly { readonly id: string; readonly title: string }[],
): Promise<TextFacts> {
  const images: ImageInText[] = [];
  let bytes = 0;
  let lessonsHere = 0;
  for (const { id, title } of lessons) {
    const html = await findLessonContent(store, id);
    if (html === null) continue;
    lessonsHere += 1;
    bytes += new Blob([html]).size;
    for (const url of listImages(html)) {
      if (parseImageName(url) !== null) images.push({ url, lessonId: id, title });
    }
  }
  return { bytes, lessonsHere, images };
}
