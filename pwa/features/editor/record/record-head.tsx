import { type KeyboardEvent, useRef } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { IconButton } from '#pwa/ui/controls/icon-button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { ChevronDownIcon, Stroke } from '#pwa/ui/display/icons.tsx';
import { useEditorContext, useIsOpen } from '../context/editor-context.tsx';
import { focusSoon, toggleId } from '../kit/focus-soon.ts';
import type { DragRow } from '../lazy/drag-rows.ts';
import { useDrag } from '../lazy/use-drag.ts';
import styles from './record-head.module.css';

export interface Place {
  readonly index: number;
  /** The indexes to which it can be moved; a lesson leaves its module by one beyond those of its siblings. */
  readonly first: number;
  readonly last: number;
}

interface RecordHeadProps {
  id: string;
  kind: 'module' | 'lesson';
  place: Place;
  title: string;
  /** A short summary of its content. */
  detail: string;
  /** A short label for its unsaved changes; null if there are none. */
  unsaved: string | null;
  /** Why it needs a user decision, as a sentence; null if it does not. */
  problem: string | null;
  onMove: (to: number) => void;
  group: DragRow['group'];
  drops: DragRow['drops'];
}

/** The head of a module or lesson: opens it, and moves it up or down (also with Alt and an arrow key). */
export function RecordHead({ id, kind, place, title, onMove, ...rest }: RecordHeadProps) {
  const { detail, unsaved, problem, ...drag } = rest;
  const { open } = useEditorContext();
  const head = useRef<HTMLDivElement>(null);
  useDrag(head, { id, ...drag });
  const { index, first, last } = place;
  const Heading = kind === 'module' ? 'h3' : 'h4';
  const isOpen = useIsOpen(id);
  const move = (to: number, focusId: string) => {
    if (to < first || to > last) return;
    onMove(to);
    // The browser drops the focus of an element that is moved in the page.
    focusSoon(focusId, { block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? index - 1 : index + 1, toggleId(id));
  };
  return (
    <div ref={head} className={classNames(styles.head, kind === 'lesson' && styles.lesson)}>
      <span className={styles.grip}>
        <Stroke>
          <path d="M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01" />
        </Stroke>
      </span>
      <Heading className={styles.heading}>
        <button
          id={toggleId(id)}
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => open.toggle(id)}
          onKeyDown={onKey}
        >
          <span className={classNames(styles.chevron, isOpen && styles.turned)}>
            <ChevronDownIcon />
          </span>
          <span className={styles.number}>{index + 1} ·</span>
          <span className={styles.title} dir="auto">
            {title || 'Untitled'}
          </span>
        </button>
      </Heading>
      {problem !== null && (
        <Chip tone="bad" className={styles.chip}>
          needs you<span className="visually-hidden">: {problem}</span>
        </Chip>
      )}
      {unsaved !== null && (
        <Chip tone="wait" className={styles.chip}>
          {unsaved}
        </Chip>
      )}
      {unsaved === null && problem === null && <span className={styles.detail}>{detail}</span>}
      <MoveButton direction="up" id={id} title={title} place={place} onMove={move} />
      <MoveButton direction="down" id={id} title={title} place={place} onMove={move} />
    </div>
  );
}

interface MoveButtonProps {
  direction: 'up' | 'down';
  id: string;
  title: string;
  place: Place;
  onMove: (to: number, focusId: string) => void;
}

function MoveButton({ direction, id, title, place, onMove }: MoveButtonProps) {
  const { index, first, last } = place;
  const to = direction === 'up' ? index - 1 : index + 1;
  const buttonId = `move-${direction}-${id}`;
  // At the end it does nothing but stays focusable: a disabled button would lose the focus.
  return (
    <IconButton
      id={buttonId}
      label={`Move ${direction} “${title}”`}
      title={`Move ${direction}`}
      aria-disabled={to < first || to > last || undefined}
      onClick={() => onMove(to, buttonId)}
    >
      <span className={direction === 'up' ? styles.up : undefined}>
        <ChevronDownIcon />
      </span>
    </IconButton>
  );
}
