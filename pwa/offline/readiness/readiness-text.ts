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

/** A course's chip label; it never claims more than was found. */
export function readinessLabel(readiness: OfflineReadiness): string {
  if (isReady(readiness)) return 'Works offline';
  if (!canStudyOffline(readiness.app) || readiness.ready === 0) return 'Not ready offline';
  return `Works offline: ${readiness.ready} of ${readiness.lessons} lessons`;
}

/** A short form of the same. */
export function shortReadinessLabel(readiness: OfflineReadiness): string {
  if (!canStudyOffline(readiness.app)) return 'Not ready offline';
  return isReady(readiness) ? 'Works offline' : `${readiness.ready} of ${readiness.lessons} offline`;
}

/**
 * One line about what is missing: the app while it is being stored, otherwise the first incomplete lesson and how many
 * more there are; null if nothing is. Why the app cannot be stored at all is said once, by `AppNotice`.
 */
export function describeUnready({ app, away }: OfflineReadiness): string | null {
  if (app.state === 'coming')
    return 'The app is not saved on this device yet. Keep this page open for a moment.';
  if (!canStudyOffline(app)) return null;
  const [first, ...others] = away;
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `“${first.title}”: ${describeLessonGaps(first)}${more}.`;
}

/** Why a lesson does not fully work without a network: `its video (613 kB) is not on this device`. */
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
