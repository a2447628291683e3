import { useRef } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { findLessonContent } from '#pwa/store/offline/offline-courses.ts';

export interface ReadContent {
  readonly lessonId: string;
  readonly html: string | null;
}

/**
 * The HTML of a lesson from the store: undefined while it is being read, null if it is not on this device.
 * The next lesson is read too, so that it is shown at once.
 *
 * @param first the content that was read before the first render
 */
export function useLessonContent(
  lessonId: string | null,
  nextId: string | null,
  first?: ReadContent,
): string | null | undefined {
  const current = useStoredContent(lessonId, first);
  const next = useStoredContent(nextId);
  // After a change of lesson, the text that was read ahead is used until the store returns.
  const readBefore = useRef(new Map<string, string>());
  for (const read of [current, next])
    if (read?.html != null) readBefore.current.set(read.lessonId, read.html);
  if (lessonId === null) return undefined;
  return current === undefined ? readBefore.current.get(lessonId) : (current?.html ?? null);
}

function useStoredContent(lessonId: string | null, first?: ReadContent): ReadContent | null | undefined {
  return usePrivateQuery(
    async (store) =>
      lessonId === null ? null : { lessonId, html: await findLessonContent(store, lessonId) },
    [lessonId],
    first?.lessonId === lessonId ? first : undefined,
  );
}
