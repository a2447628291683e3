import { useContext, useMemo, useRef } from 'react';
import { PageVisit, PageVisitContext } from '#pwa/ui/layout/page-focus.ts';

/**
 * Treats a change of lesson as a page visit, although the path stays the same: the new title is focused and
 * announced.
 */
export function useLessonVisit(lessonId: string): PageVisit {
  const pageVisit = useContext(PageVisitContext);
  const first = useRef(lessonId);
  const hasTurned = useRef(false);
  if (lessonId !== first.current) hasTurned.current = true;
  return useMemo(
    () => (hasTurned.current && lessonId !== '' ? new PageVisit(false, { isInPlace: true }) : pageVisit),
    [lessonId, pageVisit],
  );
}
