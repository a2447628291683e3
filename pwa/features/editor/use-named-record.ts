import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { RECORD_PARAMETER } from '../../paths.ts';
import type { EditorDesk } from './editor-context.tsx';
import { pathToRecord } from './find-lesson.ts';

/** The module or lesson that the address names (`?record=<id>`); null where it names none. */
export function useNamedRecord(): string | null {
  return new URLSearchParams(useLocation().search).get(RECORD_PARAMETER);
}

/** Opens the record that the address names and leads the focus to it, each time that a link leads here. */
export function useShowNamed({ open, getEditor }: Pick<EditorDesk, 'open' | 'getEditor'>): void {
  const named = useNamedRecord();
  // The same link pressed again is another visit.
  const { key } = useLocation();
  const shownAt = useRef<string | null>(null);
  useEffect(() => {
    if (named === null || shownAt.current === key) return;
    shownAt.current = key;
    open.show(...pathToRecord(getEditor().course.modules, named));
  }, [named, key, open, getEditor]);
}
