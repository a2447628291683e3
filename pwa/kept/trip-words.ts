import {
  type FileGap,
  type Gap,
  isFixable,
  isReady,
  type LessonGaps,
  type TripCheck,
} from '../downloads/trip-check.ts';
import { describeBytes } from '../ui/describe-bytes.ts';

/** A course's chip label; it never claims more than was found. */
export function tripLabel(trip: TripCheck): string {
  if (isReady(trip)) return 'Works offline';
  if (!trip.hasApp || trip.ready === 0) return 'Not ready for offline';
  return `Works offline: ${trip.ready} of ${trip.lessons} lessons`;
}

/** A short form of the same. */
export function shortTripLabel(trip: TripCheck): string {
  if (!trip.hasApp) return 'Not ready for offline';
  return isReady(trip) ? 'Works offline' : `${trip.ready} of ${trip.lessons} offline`;
}

/**
 * One line about what is missing: the app itself, otherwise the first incomplete lesson and how many more
 * there are; null if nothing is.
 */
export function awayWords({ hasApp, away }: TripCheck): string | null {
  if (!hasApp) return 'The app itself is not stored on this device yet. Keep this page open for a moment.';
  const [first, ...others] = away;
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `“${first.title}”: ${lessonGapWords(first)}${more}.`;
}

/** Why a lesson does not fully work without a network: `its video (613 kB) is not on this device`. */
export function lessonGapWords({ gaps }: LessonGaps): string {
  return gaps.map(gapWords).join('; ');
}

function gapWords(gap: Gap): string {
  if (gap.kind === 'text') return 'its text is not on this device';
  if (gap.kind === 'elsewhere') return elsewhereWords[gap.what](gap.host || 'another site');
  const size = gap.sizeBytes === null || gap.sizeBytes === 0 ? '' : ` (${describeBytes(gap.sizeBytes)})`;
  const name = fileName(gap);
  if (gap.isReplaced) return `${name} was replaced, and the new one${size} is not here yet`;
  return `${name}${size} ${problemWords[gap.problem ?? 'lost']}`;
}

function fileName({ kind, title }: FileGap): string {
  if (kind === 'film') return 'its video';
  return kind === 'picture' ? 'a picture in it' : `“${title}”`;
}

const problemWords = {
  lost: 'is not on this device',
  full: 'found no room on this device',
  damaged: 'came damaged, and was thrown away',
  gone: 'is not given out by the server any more',
  changed: 'was no longer as it was downloaded, and was removed',
};

const elsewhereWords = {
  film: (host: string) => `its video plays at ${host} and needs a connection`,
  document: (host: string) => `a file of it lies at ${host} and needs a connection`,
  pictures: (host: string) => `pictures in it come from ${host} and need a connection`,
};

/** The repair button's label, with the size; null if no connection helps. */
export function fixLabel({ away }: TripCheck): string | null {
  const gaps = away.flatMap((lesson) => lesson.gaps).filter(isFixable);
  if (gaps.length === 0) return null;
  const files = [...new Map(gaps.flatMap(asFile).map((file) => [file.fileId, file])).values()];
  if (files.length === 0) return 'Fetch again';
  const bytes = files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const size = bytes === 0 ? '' : ` (${describeBytes(bytes)})`;
  const isFilmsOnly = files.length === gaps.length && files.every(({ kind }) => kind === 'film');
  if (isFilmsOnly) return `${files.length === 1 ? 'Keep the video' : 'Keep the videos'}${size}`;
  return `${files.length === 1 ? 'Download it' : 'Download them'}${size}`;
}

function asFile(gap: Gap): FileGap[] {
  return gap.kind === 'text' || gap.kind === 'elsewhere' ? [] : [gap];
}
