import { useRef } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { ChevronDownIcon, Stroke } from '#pwa/ui/display/icons.tsx';
import { useEditorContext, useIsOpen } from '../context/editor-context.tsx';
import { toggleId } from '../kit/focus-soon.ts';
import { MoveButtons, moveByKeys, type Place } from '../kit/move-buttons.tsx';
import type { DragRow } from '../lazy/drag-rows.ts';
import { useDrag } from '../lazy/use-drag.ts';
import styles from './record-head.module.css';

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
  const Heading = kind === 'module' ? 'h3' : 'h4';
  const isOpen = useIsOpen(id);
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
          onKeyDown={moveByKeys({ place, onMove }, toggleId(id))}
        >
          <span className={classNames(styles.chevron, isOpen && styles.turned)}>
            <ChevronDownIcon />
          </span>
          <span className={styles.number}>{place.index + 1} ·</span>
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
      <MoveButtons id={id} name={`“${title}”`} place={place} onMove={onMove} />
    </div>
  );
}
