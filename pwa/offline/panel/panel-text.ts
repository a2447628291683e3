import type { CourseSize, KindSize, MeasuredFile } from '#pwa/downloads/plans/course-size.ts';
import { formatBytes } from '#pwa/lesson/format-bytes.ts';
import { MEDIA_KINDS, type MediaKind, type Wants } from '#pwa/store/database/rows.ts';
import { countOf } from '#schema/messages/count.ts';

export const kindNames: Record<MediaKind, string> = {
  videos: 'Videos',
  documents: 'Documents',
  images: 'Pictures',
};

/** `3 files · 45 MB · 2 on this device`; videos include their captions. */
export function describeKind(kind: MediaKind | 'text', { files, filesHere, bytes }: KindSize): string {
  const here = filesHere === files ? 'downloaded' : `${filesHere} downloaded`;
  const parts = [countOf(files, kind === 'text' ? 'lesson' : 'file')];
  if (bytes > 0) parts.push(formatBytes(bytes));
  if (filesHere > 0) parts.push(here);
  return parts.join(' · ');
}

/** The files that would be downloaded for these kinds. */
export function bytesToCome(size: CourseSize, wants: Wants): number {
  const left = MEDIA_KINDS.filter((kind) => wants[kind]).map((kind) => size.media[kind]);
  return left.reduce((sum, { bytes, bytesHere }) => sum + bytes - bytesHere, 0);
}

export function filesToCome(size: CourseSize, wants: Wants): number {
  return size.files.filter((file) => wants[file.want] && !file.isHere).length;
}

/** One file's state, shown beside its name. */
export function describeFile(file: MeasuredFile, isWanted: boolean): string {
  const size = file.sizeBytes > 0 ? formatBytes(file.sizeBytes) : null;
  if (file.isHere) return [size, 'downloaded'].filter(Boolean).join(' · ');
  if (file.problem !== undefined && isWanted)
    return [size, fileProblems[file.problem]].filter(Boolean).join(' · ');
  if (file.bytesHere > 0) return `${formatBytes(file.bytesHere)} of ${size}`;
  return [size, isWanted ? 'waiting' : 'not downloaded'].filter(Boolean).join(' · ');
}

const fileProblems = {
  full: 'not enough storage',
  gone: 'no longer available',
  damaged: 'damaged, downloading again',
  lost: 'interrupted, retrying automatically',
  changed: 'damaged downloaded, downloading again',
} as const;
