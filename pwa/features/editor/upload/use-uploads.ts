import { useEffect, useState } from 'react';
import { usePrivateQuery } from '../../../session/use-private-query.ts';
import {
  findLessonUpload,
  findThumbnailUpload,
  findUploadBytes,
  listCourseUploads,
  type UploadRow,
} from '../../../store/uploads.ts';

/** The file on its way to a lesson; null when there is none, undefined while loading. */
export function useLessonUpload(lessonId: string): UploadRow | null | undefined {
  return usePrivateQuery((store) => findLessonUpload(store, lessonId), [lessonId]);
}

/** The picture that was chosen for a course and is not in its place yet; as {@link useLessonUpload}. */
export function useThumbnailUpload(courseId: string): UploadRow | null | undefined {
  return usePrivateQuery((store) => findThumbnailUpload(store, courseId), [courseId]);
}

/** How many files of a course have not reached the server: chosen, waiting or under way. */
export function useUnsentFiles(courseId: string): number {
  const rows = usePrivateQuery((store) => listCourseUploads(store, courseId), [courseId]) ?? [];
  return rows.filter(({ state }) => UNSENT.includes(state)).length;
}

const UNSENT: readonly UploadRow['state'][] = ['held', 'waiting', 'sending', 'paused'];

/** The films on their way to the lessons of a course, by lesson; none while loading. */
export function useCourseFilms(courseId: string): ReadonlyMap<string, UploadRow> {
  const rows = usePrivateQuery((store) => listCourseUploads(store, courseId), [courseId]) ?? [];
  return new Map(
    rows.flatMap((row) =>
      row.lessonId === null || row.state === 'refused' ? [] : [[row.lessonId, row] as const],
    ),
  );
}

/**
 * An address under which this page can show a file that is still on its way; null until it is read, and when
 * it is not on the device. It holds for as long as the component stands.
 */
export function useLocalUrl(uploadId: string | null): string | null {
  const bytes = usePrivateQuery(
    async (store) => (uploadId === null ? null : findUploadBytes(store, uploadId)),
    [uploadId],
  );
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(bytes);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [bytes]);
  return url;
}
