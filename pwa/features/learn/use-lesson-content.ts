import { useRef } from 'react';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { findLessonContent } from '../../store/kept-courses.ts';
import type { PrivateStore } from '../../store/private-store.ts';

type Contents = ReadonlyMap<string, string | null>;

/**
 * The HTML of a lesson from the store: undefined while it is being read, null when it is not on this
 * device. The next lesson's is read along, so that turning the page shows it at once.
 */
export function useLessonContent(lessonId: string | null, nextId: string | null): string | null | undefined {
  const shown = useRef<Contents>(new Map());
  const read = usePrivateQuery((store) => readContents(store, [lessonId, nextId]), [lessonId, nextId]);
  if (lessonId === null) return undefined;
  // Until the store has answered for this lesson, what was read ahead stands in.
  if (read?.has(lessonId)) shown.current = read;
  return shown.current.get(lessonId);
}

async function readContents(store: PrivateStore, ids: readonly (string | null)[]): Promise<Contents> {
  const known = ids.filter((id) => id !== null);
  const contents = await Promise.all(known.map((id) => findLessonContent(store, id)));
  return new Map(known.map((id, index) => [id, contents[index] ?? null]));
}
