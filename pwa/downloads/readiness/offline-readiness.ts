import { parseUrl } from '#pwa/device/parse-url.ts';
import type { Download, OfflineCourse, OfflineLesson } from '#pwa/store/database/rows.ts';
import { flattenLessons } from '#schema/courses/course.ts';
import { parseVideoUrl } from '#schema/courses/video.ts';
import { parseFileId, parseImageName } from '../cache/cached-file-url.ts';

/*
 * Offline readiness: which lessons of a course work without a network. A lesson does if all that can be on the device is
 * there; what only other sites have is listed apart. It relies only on what is on the device: texts that were just read,
 * and file rows that were reconciled with the bytes in the media cache.
 */

/** Facts read from one lesson's text. */
export interface OfflineText {
  /** Addresses of its images, except inline ones. */
  readonly images: readonly string[];
  /** There is nothing to read. */
  readonly isEmpty?: boolean;
}

/** What the device has of the app's own files, which the service worker stores. */
export interface AppFiles {
  /**
   * coming: the worker is being installed; insecure: the address does not begin with https, so there is none; refused:
   * the browser allows none.
   */
  readonly state: 'stored' | 'coming' | 'insecure' | 'refused';
  /** Paths of files that cannot be fetched, because something blocks them; the others are stored. */
  readonly missing: readonly string[];
}

/** Files without which no lesson opens. */
const STUDY_FILES =
  /\/(index|base|rolldown-runtime|device|learner|learn-page|prerender|protect)-[\w-]+\.(js|css)$/;

/** Whether lessons open without a network, as far as the app is concerned. */
export function canStudyOffline({ state, missing }: AppFiles): boolean {
  return state === 'stored' && !missing.some((path) => STUDY_FILES.test(path));
}

export interface OnDevice {
  readonly app: AppFiles;
  /** Readable texts on the device, by lesson. */
  readonly texts: ReadonlyMap<string, OfflineText>;
  readonly files: readonly Download[];
}

/** An incomplete file of our own. */
export interface FileGap {
  readonly kind: 'video' | 'document' | 'image';
  readonly fileId: string;
  readonly title: string;
  /** Null if unknown. */
  readonly sizeBytes: number | null;
  /** It replaced another one on the server, and that one is still here. */
  readonly isReplaced: boolean;
  /** Why the last attempt to download it failed. */
  readonly problem: Download['problem'];
}

/** Why a lesson, or a part of it, does not work without a network. */
export type Gap =
  | { readonly kind: 'text' }
  | FileGap
  | { readonly kind: 'elsewhere'; readonly what: 'video' | 'document' | 'images'; readonly host: string };

export interface LessonGaps {
  readonly lessonId: string;
  readonly title: string;
  /** Counted from 1, across the modules. */
  readonly number: number;
  readonly gaps: readonly Gap[];
}

export interface OfflineReadiness {
  readonly app: AppFiles;
  /** Its lessons have files to download; a course's text is stored without a request. */
  readonly hasFiles: boolean;
  readonly lessons: number;
  /** How many of them work without a network. */
  readonly ready: number;
  /** The others, in reading order. */
  readonly away: readonly LessonGaps[];
  /** Lessons with media that only other sites have, whether they work otherwise or not. */
  readonly remote: readonly LessonGaps[];
}

/** Compares an offline course with what the device really has of it. */
export function checkOfflineReadiness(
  course: Pick<OfflineCourse, 'modules'>,
  onDevice: OnDevice,
): OfflineReadiness {
  const lessons = flattenLessons(course);
  const { app, texts } = onDevice;
  const hasFiles = lessons.some((lesson) => needsFiles(lesson, texts.get(lesson.id)));
  const select = (choose: (gaps: readonly Gap[], lesson: OfflineLesson) => readonly Gap[]) =>
    lessons.flatMap((lesson, index) => {
      const gaps = choose(findGaps(lesson, onDevice), lesson);
      return gaps.length === 0 ? [] : [{ lessonId: lesson.id, title: lesson.title, number: index + 1, gaps }];
    });
  const away = select((gaps, lesson) =>
    isAllElsewhere(lesson, texts.get(lesson.id)) ? gaps : gaps.filter(isFixable),
  );
  const remote = select((gaps) => gaps.filter((gap) => !isFixable(gap)));
  return { app, hasFiles, lessons: lessons.length, ready: lessons.length - away.length, away, remote };
}

/** The app and all lessons of the course work without a network; a course without lessons does not. */
export function isReady({ app, lessons, ready }: OfflineReadiness): boolean {
  return canStudyOffline(app) && lessons > 0 && ready === lessons;
}

/** Whether a connection can close the gap: media on other sites stay there. */
export function isFixable({ kind }: Pick<Gap, 'kind'>): boolean {
  return kind !== 'elsewhere';
}

/** Whether other sites have all of a lesson: without a network, nothing of it is left. */
function isAllElsewhere(lesson: OfflineLesson, text: OfflineText | undefined): boolean {
  const needs = listNeeds(lesson, text);
  return text?.isEmpty === true && needs.length > 0 && !needs.some(isFixable);
}

function needsFiles(lesson: OfflineLesson, text?: OfflineText): boolean {
  return listNeeds(lesson, text).some(isFixable);
}

function findGaps(lesson: OfflineLesson, { texts, files }: Pick<OnDevice, 'texts' | 'files'>): Gap[] {
  const text = texts.get(lesson.id);
  const needs = listNeeds(lesson, text);
  const needed = new Set(needs.map((need) => (need.kind === 'elsewhere' ? null : need.fileId)));
  const earlier = files.filter(
    ({ fileId, lessonId, state }) => lessonId === lesson.id && state === 'kept' && !needed.has(fileId),
  );
  const gaps = needs.flatMap((need): Gap[] =>
    need.kind === 'elsewhere' ? [need] : findFileGap(need, files, earlier),
  );
  return text === undefined ? [{ kind: 'text' }, ...gaps] : gaps;
}

/** @param earlier complete files of the lesson that are not shown or offered any more */
function findFileGap(need: FileNeed, files: readonly Download[], earlier: readonly Download[]): FileGap[] {
  const row = files.find(({ fileId }) => fileId === need.fileId);
  if (row?.state === 'kept') return [];
  const isReplaced = earlier.some(({ kind }) => kind === rowKinds[need.kind]);
  return [
    { ...need, sizeBytes: need.sizeBytes ?? row?.sizeBytes ?? null, isReplaced, problem: row?.problem },
  ];
}

const rowKinds = { video: 'video', document: 'resource', image: 'image' } as const;

type Elsewhere = Extract<Gap, { kind: 'elsewhere' }>;
type FileNeed = Omit<FileGap, 'isReplaced' | 'problem'>;
type Need = FileNeed | Elsewhere;

function listImageNeeds(images: readonly string[]): Need[] {
  const own = images.flatMap((url) => parseImageName(url) ?? []);
  const hosts = new Set(images.filter((url) => parseImageName(url) === null).map(hostOf));
  return [
    ...own.map((fileId): Need => ({ kind: 'image', fileId, title: 'A picture', sizeBytes: null })),
    ...[...hosts].map((host) => elsewhere('images', host)),
  ];
}

/**
 * Media that a lesson shows and offers besides its text. Links lead to other sites by nature and are not
 * counted.
 */
function listNeeds(lesson: OfflineLesson, text?: OfflineText): Need[] {
  const documents = lesson.resources
    .filter(({ type }) => type !== 'link')
    .map(({ url, title, sizeBytes }): Need => {
      const fileId = parseFileId(url);
      return fileId === null
        ? elsewhere('document', hostOf(url))
        : { kind: 'document', fileId, title, sizeBytes };
    });
  const video = videoOf(lesson);
  return [...(video === null ? [] : [video]), ...documents, ...listImageNeeds(text?.images ?? [])];
}

function videoOf({ title, videoUrl, videoSizeBytes }: OfflineLesson): Need | null {
  const video = parseVideoUrl(videoUrl);
  if (video.kind === 'none') return null;
  if (video.kind !== 'file' || video.source !== 'own') return elsewhere('video', hostOf(video.url));
  return { kind: 'video', fileId: video.fileId, title, sizeBytes: videoSizeBytes };
}

function elsewhere(what: Elsewhere['what'], host: string): Elsewhere {
  return { kind: 'elsewhere', what, host };
}

function hostOf(url: string): string {
  return parseUrl(url)?.hostname ?? '';
}
