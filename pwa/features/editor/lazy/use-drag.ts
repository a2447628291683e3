import { type RefObject, useEffect, useRef } from 'react';
import type { DragRow } from './drag-rows.ts';
import { loadDrag } from './lazy-parts.ts';

/**
 * Dragging is an addition for pointers and is loaded late: Move up, Move down and Move to module do the same for
 * all users.
 */
export function useDrag(element: RefObject<HTMLElement | null>, { id, group, drops }: DragRow): void {
  const latest = useRef(drops);
  useEffect(() => {
    latest.current = drops;
  });
  useEffect(() => {
    let stop = () => {};
    let isUnmounted = false;
    const attach = ({ attachDrag }: Awaited<ReturnType<typeof loadDrag>>) => {
      if (isUnmounted || element.current === null) return;
      stop = attachDrag(element.current, { id, group, getDrops: () => latest.current });
    };
    // Offline, the chunk may be missing; the buttons work without it.
    loadDrag().then(attach, () => undefined);
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [element, id, group]);
}
