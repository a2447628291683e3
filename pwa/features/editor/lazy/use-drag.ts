import { type RefObject, useEffect, useRef } from 'react';
import type { DragRow } from './drag-rows.ts';
import { loadDrag } from './lazy-parts.ts';

/**
 * Dragging is an addition for mouse users and is loaded late: Move up and Move down do the same for all
 * users.
 */
export function useDrag(element: RefObject<HTMLElement | null>, { id, group, onDropped }: DragRow): void {
  const latest = useRef(onDropped);
  useEffect(() => {
    latest.current = onDropped;
  });
  useEffect(() => {
    if (!window.matchMedia('(pointer: fine)').matches) return;
    let stop = () => {};
    let isUnmounted = false;
    const attach = ({ attachDrag }: Awaited<ReturnType<typeof loadDrag>>) => {
      if (isUnmounted || element.current === null) return;
      stop = attachDrag(element.current, { id, group, onDropped: (dropped) => latest.current(dropped) });
    };
    // Offline, the chunk may be missing; the buttons work without it.
    loadDrag().then(attach, () => undefined);
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [element, id, group]);
}
