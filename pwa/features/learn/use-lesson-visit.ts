import { useContext, useLayoutEffect, useMemo, useRef } from 'react';
import { PageVisit, PageVisitContext } from '../../ui/page-focus.ts';

/**
 * Turning to another lesson is a visit of its own, although the path stays: the new title takes the
 * focus and is read out. What was pressed to get here lets go of it first.
 */
export function useLessonVisit(lessonId: string): PageVisit {
  const pageVisit = useContext(PageVisitContext);
  const first = useRef(lessonId);
  const hasTurned = useRef(false);
  if (lessonId !== first.current) hasTurned.current = true;
  const visit = useMemo(
    () => (hasTurned.current && lessonId !== '' ? new PageVisit(false) : pageVisit),
    [lessonId, pageVisit],
  );
  useLayoutEffect(() => {
    if (hasTurned.current && lessonId !== '' && document.activeElement instanceof HTMLElement)
      document.activeElement.blur();
  }, [lessonId]);
  return visit;
}
