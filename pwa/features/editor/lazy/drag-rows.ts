import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

export interface DragRow {
  readonly id: string;
  readonly group: Group;
  /** Called when another row was dropped here, by the groups that may be: a lesson also on a module. */
  readonly drops: Readonly<Partial<Record<Group, (id: string) => void>>>;
}

type Group = 'modules' | 'lessons';

interface Dragging extends Pick<DragRow, 'id' | 'group'> {
  readonly getDrops: () => DragRow['drops'];
}

/** Makes a row draggable onto others. Returns a function that ends this. */
export function attachDrag(element: HTMLElement, { id, group, getDrops }: Dragging): () => void {
  const dropOf = ({ group: from }: Record<string | symbol, unknown>) =>
    from === 'modules' || from === 'lessons' ? getDrops()[from] : undefined;
  const stops = [
    draggable({ element, getInitialData: () => ({ id, group }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => dropOf(source.data) !== undefined && source.data.id !== id,
      onDragEnter: () => element.setAttribute('data-over', ''),
      onDragLeave: () => element.removeAttribute('data-over'),
      onDrop: ({ source }) => {
        element.removeAttribute('data-over');
        if (typeof source.data.id === 'string') dropOf(source.data)?.(source.data.id);
      },
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
