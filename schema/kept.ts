import { ownFileId, parseVideoUrl } from './video.ts';

interface OutlineForCheck {
  readonly modules: readonly {
    readonly lessons: readonly {
      readonly id: string;
      readonly videoUrl: string | null;
      readonly resources: readonly { readonly type: string; readonly url: string }[];
    }[];
  }[];
}

interface OnDevice {
  /** Lessons whose text is really stored. */
  readonly lessonIds: ReadonlySet<string>;
  /** Files of our own whose bytes are all here. */
  readonly fileIds: ReadonlySet<string>;
}

/** What of a course opens without a network, counted. */
export interface KeptSummary {
  readonly lessons: number;
  readonly lessonsKept: number;
  /** Videos that are not on the device: files not fetched, and whatever plays elsewhere. */
  readonly videosAway: number;
  /** PDFs and video resources that are not on the device. Links lead elsewhere by nature and do not count. */
  readonly filesAway: number;
}

/** Compares a course with what the device really holds of it. */
export function summarizeKept(course: OutlineForCheck, onDevice: OnDevice): KeptSummary {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const isAway = (url: string) => {
    const fileId = ownFileId(url);
    return fileId === null || !onDevice.fileIds.has(fileId);
  };
  const videos = lessons.map((lesson) => lesson.videoUrl ?? '').filter(hasVideo);
  const files = lessons.flatMap((lesson) => lesson.resources).filter((resource) => resource.type !== 'link');
  return {
    lessons: lessons.length,
    lessonsKept: lessons.filter((lesson) => onDevice.lessonIds.has(lesson.id)).length,
    videosAway: videos.filter(isAway).length,
    filesAway: files.filter((resource) => isAway(resource.url)).length,
  };
}

/** Every lesson's text is on the device: the course can be studied without a network. */
export function isReadable(kept: KeptSummary): boolean {
  return kept.lessons > 0 && kept.lessonsKept === kept.lessons;
}

/** What still needs a connection, as a sentence part (`3 videos and 1 file`); null when nothing does. */
export function describeAway({ videosAway, filesAway }: KeptSummary): string | null {
  const parts = [counted(videosAway, 'video'), counted(filesAway, 'file')].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' and ');
}

function counted(count: number, noun: string): string | null {
  if (count === 0) return null;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function hasVideo(url: string): boolean {
  return parseVideoUrl(url).kind !== 'none';
}
