import { useEffect, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import {
  findLessonUpload,
  findThumbnailUpload,
  findUploadBytes,
  listCourseUploads,
  listLessonFiles,
  type UploadRow,
} from '#pwa/store/account/uploads.ts';

/** The pending upload of a lesson's video; null if there is none, undefined while loading. */
export function useLessonUpload(lessonId: string): UploadRow | null | undefined {
  return usePrivateQuery((store) => findLessonUpload(store, lessonId), [lessonId]);
}

/** The pending files of a lesson, which become resources or replace those of resources; empty while loading. */
export function useLessonFiles(lessonId: string): readonly UploadRow[] {
  return usePrivateQuery((store) => listLessonFiles(store, lessonId), [lessonId]) ?? [];
}

/** The pending upload of a course's thumbnail; like {@link useLessonUpload}. */
export function useThumbnailUpload(courseId: string): UploadRow | null | undefined {
  return usePrivateQuery((store) => findThumbnailUpload(store, courseId), [courseId]);
}

/** The number of a course's files that have not reached the server: chosen, waiting or uploading. */
export function useUnsentFiles(courseId: string): number {
  const rows = usePrivateQuery((store) => listCourseUploads(store, courseId), [courseId]) ?? [];
  return rows.filter(({ state }) => UNSENT.includes(state)).length;
}

const UNSENT: readonly UploadRow['state'][] = ['held', 'waiting', 'sending', 'paused'];

/** The pending video uploads of a course, by lesson; empty while loading. */
export function useCourseVideos(courseId: string): ReadonlyMap<string, UploadRow> {
  const rows = usePrivateQuery((store) => listCourseUploads(store, courseId), [courseId]) ?? [];
  return new Map(
    rows.flatMap((row) =>
      row.lessonId === null || row.kind !== 'video' || row.state === 'refused'
        ? []
        : [[row.lessonId, row] as const],
    ),
  );
}

/**
 * An object URL for a file that is still to be uploaded; null until it is read, and if it is not on the
 * device. It is valid while the component is mounted.
 */
export function useLocalUrl(uploadId: string | null): string | null {
  const bytes = usePrivateQuery(
    async (store) => (uploadId === null ? null : findUploadBytes(store, uploadId)),
    [uploadId],
  );
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!bytes) return;
    const objectUrl = URL.createObjectURL(bytes);
    setUrl(objectUrl);
    return () => {
      URL.revokeObjectURL(objectUrl);
      setUrl(null);
    };
  }, [bytes]);
  return url;
}
