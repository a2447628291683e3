import { findLessonContent } from '../store/kept-courses.ts';
import type { PrivateStore } from '../store/private-store.ts';
import type { KeptCourse } from '../store/rows.ts';
import { parsePictureName } from './kept-url.ts';
import { listPictures } from './lesson-pictures.ts';

interface PictureInText {
  readonly url: string;
  readonly lessonId: string;
  /** Of its lesson. */
  readonly title: string;
}

/** What only the lessons' HTML tells. */
export interface TextFacts {
  readonly bytes: number;
  /** How many lessons have their text here. */
  readonly lessonsHere: number;
  readonly pictures: readonly PictureInText[];
  /** Pictures on other sites: they need a connection, for a page may show them but not read and keep them. */
  readonly picturesElsewhere: number;
}

type CourseOutline = Pick<KeptCourse, 'id' | 'modules'>;

/** Reading a megabyte of text for each look at a download would be felt; the versions of its lessons tell when it is due. */
const known = new Map<string, { readonly key: string; readonly facts: Promise<TextFacts> }>();

export function readTextFacts(store: PrivateStore, course: CourseOutline): Promise<TextFacts> {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const key = JSON.stringify([store.userId, lessons.map(({ id, version }) => [id, version])]);
  const before = known.get(course.id);
  if (before?.key === key) return before.facts;
  const facts = readAll(store, lessons);
  // A course of which a text is still missing is read again, and so is one that could not be.
  const forget = () => known.delete(course.id);
  facts.then(({ lessonsHere }) => lessonsHere < lessons.length && forget(), forget);
  known.set(course.id, { key, facts });
  return facts;
}

async function readAll(
  store: PrivateStore,
  lessons: readonly { readonly id: string; readonly title: string }[],
): Promise<TextFacts> {
  const pictures: PictureInText[] = [];
  let bytes = 0;
  let lessonsHere = 0;
  let picturesElsewhere = 0;
  for (const { id, title } of lessons) {
    const html = await findLessonContent(store, id);
    if (html === null) continue;
    lessonsHere += 1;
    bytes += new Blob([html]).size;
    for (const url of listPictures(html)) {
      if (parsePictureName(url) !== null) pictures.push({ url, lessonId: id, title });
      else if (/^https:/i.test(url)) picturesElsewhere += 1;
    }
  }
  return { bytes, lessonsHere, pictures, picturesElsewhere };
}
