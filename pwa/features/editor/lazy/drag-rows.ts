import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

export interface DragRow {
  readonly id: string;
  /** Rows can be reordered only within their group: modules among modules, lessons within their module. */
  readonly group: string;
  /** Called when another row of the group was dropped here. */
  readonly onDropped: (id: string) => void;
}

/** Makes a row draggable onto other rows of its group. Returns a function that ends this. */
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
