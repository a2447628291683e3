import { findFilePicture } from './embedded-pictures.ts';
import { findLinkedPlace, lessonAddress, replaceAddresses } from './lesson-links.ts';

/** The ids and pictures of this installation, by the places and digests of a course file. */
export interface LessonTargets {
  readonly courseId: string;
  /** The ids of the lessons by place. */
  readonly lessonIds: ReadonlyMap<string, string>;
  /** The data URIs of the pictures of the texts, by digest. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** Returns the HTML of a lesson with the addresses of this installation: the reverse of writing it. */
export function lessonHtml(text: string, { courseId, lessonIds, pictures }: LessonTargets): string {
  return replaceAddresses(text, (address) => {
    const place = findLinkedPlace(address);
    const lessonId = place === null ? undefined : lessonIds.get(place);
    if (lessonId !== undefined) return lessonAddress({ courseId, lessonId });
    const digest = findFilePicture(address);
    return digest === null ? null : (pictures.get(digest) ?? null);
  });
}

/** The digests of the pictures in a text. */
export function picturesIn(text: string): Set<string> {
  const digests = new Set<string>();
  replaceAddresses(text, (address) => {
    const digest = findFilePicture(address);
    if (digest !== null) digests.add(digest);
    return null;
  });
  return digests;
}
