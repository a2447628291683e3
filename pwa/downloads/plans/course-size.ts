import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { Download, MediaKind } from '#pwa/store/database/rows.ts';
import { listDownloads } from '#pwa/store/offline/downloads.ts';
import { findOfflineCourse } from '#pwa/store/offline/offline-courses.ts';
import { type CourseFile, listCourseFiles } from './course-files.ts';
import { readTextFacts } from './text-facts.ts';

/** Files of one kind, and how much of them is on the device. For text, each lesson counts as a file. */
export interface KindSize {
  readonly files: number;
  readonly filesHere: number;
  readonly bytes: number;
  readonly bytesHere: number;
}

/** A file of the course, and what the device has of it. */
export interface MeasuredFile extends CourseFile {
  readonly isHere: boolean;
  readonly bytesHere: number;
  readonly problem: Download['problem'];
}

export interface CourseSize {
  readonly text: KindSize;
  readonly media: Readonly<Record<MediaKind, KindSize>>;
  readonly files: readonly MeasuredFile[];
}

/**
 * Returns a course's size on this device and how much of it is here, by kind; null without an offline copy.
 * Trusts the file records; `verifyFile` reads the bytes themselves.
 */
export async function measureCourse(store: PrivateStore, courseId: string): Promise<CourseSize | null> {
  const [course, downloads] = await Promise.all([findOfflineCourse(store, courseId), listDownloads(store)]);
  if (course === null) return null;
  const rows = new Map(downloads.map((row) => [row.fileId, row]));
  const listed = await listCourseFiles(store, course);
  const files = listed.map((file) => measureFile(file, rows.get(file.fileId)));
  const facts = await readTextFacts(store, course);
  const lessons = course.modules.flatMap((module) => module.lessons);
  const ofKind = (want: MediaKind) => sumUp(files.filter((file) => file.want === want));
  return {
    text: { files: lessons.length, filesHere: facts.lessonsHere, bytes: facts.bytes, bytesHere: facts.bytes },
    media: { videos: ofKind('videos'), documents: ofKind('documents'), images: ofKind('images') },
    files,
  };
}

function measureFile(file: CourseFile, row: Download | undefined): MeasuredFile {
  const sizeBytes = file.sizeBytes || (row?.sizeBytes ?? 0);
  const isHere = row?.state === 'kept' && row.sizeBytes === sizeBytes;
  const bytesHere = isHere ? sizeBytes : (row?.receivedBytes ?? 0);
  return { ...file, sizeBytes, isHere, bytesHere, problem: row?.problem };
}

function sumUp(files: readonly MeasuredFile[]): KindSize {
  const sum = (of: (file: MeasuredFile) => number) => files.reduce((total, file) => total + of(file), 0);
  return {
    files: files.length,
    filesHere: files.filter((file) => file.isHere).length,
    bytes: sum((file) => file.sizeBytes),
    bytesHere: sum((file) => file.bytesHere),
  };
}
