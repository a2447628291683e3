import {
  canStudyOffline,
  type FileGap,
  type Gap,
  isFixable,
  isReady,
  type LessonGaps,
  type OfflineReadiness,
} from '#pwa/downloads/readiness/offline-readiness.ts';
import { describeBytes } from '#pwa/ui/format/describe-bytes.ts';
import { countOf, formatCount } from '#schema/messages/count.ts';

/** How much of a course works offline; null while it is read. It never claims more than was found. */
export function describeReadiness(readiness: OfflineReadiness | null): string {
  if (readiness === null) return 'Checking downloads…';
  const { app, ready, lessons } = readiness;
  if (isReady(readiness)) return 'Works offline';
  if (app.state === 'coming') return 'Does not work offline yet';
  if (!canStudyOffline(app) || ready === 0) return 'Does not work offline';
  return describeLessonsOffline(ready, lessons);
}

/** Formats `2 of 4 lessons work offline`. */
export function describeLessonsOffline(ready: number, lessons: number): string {
  return `${formatCount(ready)} of ${countOf(lessons, 'lesson')} ${ready === 1 ? 'works' : 'work'} offline`;
}

/** A short form of {@link describeReadiness}. */
export function describeShortly(readiness: OfflineReadiness | null): string {
  if (readiness === null) return describeReadiness(readiness);
  const { app, ready, lessons } = readiness;
  const isPart = canStudyOffline(app) && ready > 0 && ready < lessons;
  return isPart ? `${ready} of ${lessons} offline` : describeReadiness(readiness);
}

/** Why a lesson, or a part of it, does not work without a network: `its video (613 kB) is not downloaded`. */
export function describeLessonGaps({ gaps }: LessonGaps): string {
  return gaps.map(describeGap).join('; ');
}

function describeGap(gap: Gap): string {
  if (gap.kind === 'text') return 'its text is not downloaded';
  if (gap.kind === 'elsewhere') return elsewhereTexts[gap.what](gap.host || 'another site');
  const size = gap.sizeBytes === null || gap.sizeBytes === 0 ? '' : ` (${describeBytes(gap.sizeBytes)})`;
  const name = fileName(gap);
  if (gap.isReplaced) return `${name} was replaced, and the new version${size} is not downloaded yet`;
  return `${name}${size} ${problemTexts[gap.problem ?? 'lost']}`;
}

function fileName({ kind, title }: FileGap): string {
  if (kind === 'video') return 'its video';
  return kind === 'image' ? 'a picture in it' : `“${title}”`;
}

const problemTexts = {
  lost: 'is not downloaded',
  full: 'does not fit on this device',
  damaged: 'arrived damaged and was removed',
  gone: 'is no longer available on the server',
  changed: 'was damaged on this device and removed',
};

const elsewhereTexts = {
  video: (host: string) => `its video plays at ${host} and needs a connection`,
  document: (host: string) => `a file is at ${host} and needs a connection`,
  images: (host: string) => `pictures in it come from ${host} and need a connection`,
};

/** The repair button's label, with the size; null if no connection helps. */
export function fixLabel({ away }: OfflineReadiness): string | null {
  const gaps = away.flatMap((lesson) => lesson.gaps).filter(isFixable);
  if (gaps.length === 0) return null;
  const files = [...new Map(gaps.flatMap(asFile).map((file) => [file.fileId, file])).values()];
  if (files.length === 0) return 'Download again';
  const bytes = files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  const size = bytes === 0 ? '' : ` (${describeBytes(bytes)})`;
  const isVideosOnly = files.length === gaps.length && files.every(({ kind }) => kind === 'video');
  if (isVideosOnly) return `${files.length === 1 ? 'Download the video' : 'Download the videos'}${size}`;
  return `${files.length === 1 ? 'Download the file' : 'Download the files'}${size}`;
}

function asFile(gap: Gap): FileGap[] {
  return gap.kind === 'text' || gap.kind === 'elsewhere' ? [] : [gap];
}
