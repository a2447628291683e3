import type { KindSize } from '#pwa/downloads/plans/course-size.ts';
import { kindNames } from '#pwa/offline/panel/panel-text.ts';
import { MEDIA_KINDS, type MediaKind } from '#pwa/store/database/rows.ts';
import type { Stored, StoredCourse } from './read-storage.ts';

/** The size of a course's files of one kind. */
export interface KindLine extends KindSize {
  readonly kind: MediaKind;
  readonly name: string;
}

/** The kinds of media that a course has, or that are downloaded. */
export function listKinds({ size }: StoredCourse): KindLine[] {
  return MEDIA_KINDS.map((kind) => ({ kind, name: kindNames[kind], ...size.media[kind] })).filter(
    ({ files, bytesHere }) => files > 0 || bytesHere > 0,
  );
}

/** Bytes of files, without the text. */
export function mediaBytes({ size, earlierBytes }: StoredCourse): number {
  return MEDIA_KINDS.reduce((sum, kind) => sum + size.media[kind].bytesHere, earlierBytes);
}

/** Downloaded bytes by kind, over all courses. */
export interface Shares {
  readonly text: number;
  readonly media: Readonly<Record<MediaKind, number>>;
  readonly unsent: number;
}

export function sumShares({ courses, unsentBytes }: Stored): Shares {
  const sum = (of: (course: StoredCourse) => number) => courses.reduce((total, one) => total + of(one), 0);
  const ofKind = (kind: MediaKind) => sum(({ size }) => size.media[kind].bytesHere);
  return {
    text: sum(({ size }) => size.text.bytesHere),
    media: {
      videos: ofKind('videos') + sum(({ earlierBytes }) => earlierBytes),
      documents: ofKind('documents'),
      images: ofKind('images'),
    },
    unsent: unsentBytes,
  };
}

/** The course whose files to remove first: a finished one, otherwise the least recently used. */
export function suggestCourse(courses: readonly StoredCourse[]): StoredCourse | null {
  const large = courses.filter((course) => mediaBytes(course) > 0);
  const finished = large.find(({ isFinished }) => isFinished);
  // With a single course there is no choice.
  return finished ?? (large.length > 1 ? (large[0] ?? null) : null);
}
