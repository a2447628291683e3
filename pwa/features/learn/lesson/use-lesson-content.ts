import { useEffect, useRef, useState } from 'react';
import { whenIdle } from '#pwa/device/when-idle.ts';
import { prepareTexts } from '#pwa/lesson/text/prepared-texts.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { findLessonContents } from '#pwa/store/offline/offline-courses.ts';

export interface ReadContent {
  readonly lessonId: string;
  readonly html: string | null;
}

interface LessonIds {
  readonly lessonId: string | null;
  readonly nextId: string | null;
  readonly previousId: string | null;
}

/** Texts by lesson; null for one that is not on this device. */
type Texts = ReadonlyMap<string, string | null>;

const NONE: Texts = new Map();

/**
 * The HTML of a lesson from the store: undefined while it is being read, null if it is not on this device.
 * When the page is idle, the lessons beside it are read and sanitised too, so a step to one of them waits for
 * neither.
 *
 * @param first the content that was read before the first render
 */
export function useLessonContent(ids: LessonIds, first?: ReadContent): string | null | undefined {
  const { lessonId } = ids;
  const known = useRef(NONE);
  const [watched, setWatched] = useState(lessonId ?? '');
  if (lessonId !== null && !known.current.has(lessonId) && !parseIds(watched).includes(lessonId))
    setWatched(lessonId);
  const texts = usePrivateQuery(
    (store) => readTexts(store, parseIds(watched)),
    [watched],
    first !== undefined && first.lessonId === lessonId ? new Map([[lessonId, first.html]]) : undefined,
  );
  if (texts) known.current = texts;
  const html = lessonId === null ? undefined : known.current.get(lessonId);
  const wanted = joinIds([lessonId, ids.nextId, ids.previousId]);
  useEffect(() => {
    if (html === undefined || watched === wanted) return undefined;
    return whenIdle(() => setWatched(wanted));
  }, [html, watched, wanted]);
  usePreparedTexts(ids, known.current);
  return texts === null ? null : html;
}

function usePreparedTexts({ nextId, previousId }: LessonIds, texts: Texts): void {
  useEffect(() => {
    prepareTexts([nextId, previousId].flatMap((id) => (id === null ? [] : (texts.get(id) ?? []))));
  }, [nextId, previousId, texts]);
  useEffect(() => () => prepareTexts([]), []);
}

async function readTexts(store: PrivateStore, lessonIds: readonly string[]): Promise<Texts> {
  const texts = await findLessonContents(store, lessonIds);
  return new Map(lessonIds.map((id) => [id, texts.get(id) ?? null]));
}

/** Ids have no spaces. */
const joinIds = (ids: readonly (string | null)[]): string => ids.filter((id) => id !== null).join(' ');
const parseIds = (joined: string): string[] => joined.split(' ').filter((id) => id !== '');
