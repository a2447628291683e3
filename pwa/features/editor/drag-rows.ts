import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

export interface DragRow {
  readonly id: string;
  /** Rows change places only within their group: modules among modules, lessons within their module. */
  readonly group: string;
  /** Another row of the group was dropped here. */
  readonly onDropped: (id: string) => void;
}

/** Lets a row be dragged by a pointer onto another of its group. Answers how to stop. */
export function attachDrag(element: HTMLElement, { id, group, onDropped }: DragRow): () => void {
  const stops = [
    draggable({ element, getInitialData: () => ({ id, group }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.group === group && source.data.id !== id,
      onDragEnter: () => element.setAttribute('data-over', ''),
      onDragLeave: () => element.removeAttribute('data-over'),
      onDrop: ({ source }) => {
        element.removeAttribute('data-over');
        if (typeof source.data.id === 'string') onDropped(source.data.id);
      },
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
