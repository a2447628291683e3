import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { RECORD_PARAMETER } from '#pwa/paths.ts';
import type { AdminModuleOutline } from '#pwa/store/database/admin-rows.ts';
import { pathToRecord } from '../model/find-lesson.ts';
import type { EditorContextValue } from './editor-context.tsx';

/** The module or lesson in the URL (`?record=<id>`); null if there is none. */
export function useNamedRecord(): string | null {
  return new URLSearchParams(useLocation().search).get(RECORD_PARAMETER);
}

/**
 * Opens the record that the address names and leads the focus to it, each time that a link leads here. A record
 * that is not on this device yet opens when it arrives; a user who has moved on by then keeps their focus.
 */
export function useShowNamed(
  { open }: Pick<EditorContextValue, 'open'>,
  modules: readonly AdminModuleOutline[],
): void {
  const named = useNamedRecord();
  // The same link pressed again is a new navigation.
  const { key } = useLocation();
  const visit = useRef<Visit | null>(null);
  useEffect(() => {
    if (named === null) return;
    if (visit.current?.key !== key) visit.current = { key, show: open.showLater(), isShown: false };
    const path = visit.current.isShown ? [] : pathToRecord(modules, named);
    if (path.length === 0) return;
    visit.current.isShown = true;
    visit.current.show(...path);
  }, [named, key, open, modules]);
}

interface Visit {
  readonly key: string;
  readonly show: (...ids: readonly string[]) => void;
  isShown: boolean;
}
