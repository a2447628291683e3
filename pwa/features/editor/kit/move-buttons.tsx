import type { KeyboardEvent } from 'react';
import { IconButton } from '#pwa/ui/controls/icon-button.tsx';
import { ChevronDownIcon } from '#pwa/ui/display/icons.tsx';
import { focusSoon } from './focus-soon.ts';
import styles from './move-buttons.module.css';

export interface Place {
  readonly index: number;
  /** The indexes to which it can be moved; a lesson leaves its module by one beyond those of its siblings. */
  readonly first: number;
  readonly last: number;
}

interface Moving {
  readonly place: Place;
  readonly onMove: (to: number) => void;
}

/** Moves a row, and returns the focus to an element in it: the browser drops that of an element that is moved in the page. */
function moveBy({ place: { index, first, last }, onMove }: Moving, by: number, focusId: string): void {
  const to = index + by;
  if (to < first || to > last) return;
  onMove(to);
  focusSoon(focusId, { block: 'nearest' });
}

/** Moves a row by Alt with an arrow key while the element with this id has the focus. */
export const moveByKeys = (moving: Moving, id: string) => (event: KeyboardEvent) => {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  event.preventDefault();
  moveBy(moving, event.key === 'ArrowUp' ? -1 : 1, id);
};

interface MoveButtonsProps extends Moving {
  id: string;
  /** Such as `“Tides”` or `question 2`. */
  name: string;
}

/** Moves a row up or down among its siblings. */
export function MoveButtons({ id, name, ...moving }: MoveButtonsProps) {
  const { index, first, last } = moving.place;
  // At the end it does nothing but stays focusable: a disabled button would lose the focus.
  const button = (direction: 'up' | 'down', by: number) => (
    <IconButton
      id={`move-${direction}-${id}`}
      label={`Move ${direction} ${name}`}
      title={`Move ${direction}`}
      aria-disabled={index + by < first || index + by > last || undefined}
      onClick={() => moveBy(moving, by, `move-${direction}-${id}`)}
    >
      <span className={direction === 'up' ? styles.up : undefined}>
        <ChevronDownIcon />
      </span>
    </IconButton>
  );
  return (
    <>
      {button('up', -1)}
      {button('down', 1)}
    </>
  );
}
