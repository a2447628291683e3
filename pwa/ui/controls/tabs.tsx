import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly name: ReactNode;
  /** How much the tab contains. */
  readonly count?: ReactNode;
}

interface TabsProps<Id extends string> {
  /** The accessible name of the list. */
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  /** The element with role `tabpanel`; the tabs' own ids are derived from it, see `tabId`. */
  panelId: string;
  onChoose: (id: Id) => void;
  /** Two or three short names within a form, instead of the parts of a page. */
  isSmall?: boolean;
  /** Arrow keys only move the focus, because choosing may ask a question. */
  isManual?: boolean;
}

/** The id of a tab, for `aria-labelledby` of its panel. */
export const tabId = (panelId: string, id: string) => `${panelId}-${id}`;

/** Tabs with standard keyboard support: one tab stop, arrow keys, Home and End. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, current, panelId, onChoose, isSmall = false, isManual = false } = props;
  const move = (event: KeyboardEvent) => {
    const focused = tabs.findIndex(({ id }) => tabId(panelId, id) === document.activeElement?.id);
    const place = placeAfter(event, focused, tabs.length);
    const next = place === null || focused < 0 ? undefined : tabs.at(place);
    if (next === undefined) return;
    event.preventDefault();
    if (!isManual) onChoose(next.id);
    document.getElementById(tabId(panelId, next.id))?.focus();
  };
  return (
    <div
      className={classNames(styles.list, isSmall ? styles.small : styles.large)}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
    >
      {tabs.map(({ id, name, count }) => (
        <button
          key={id}
          id={tabId(panelId, id)}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={id === current}
          aria-controls={panelId}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          <span>{name}</span>
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </div>
  );
}

/** The tab that a key moves to, or null. */
function placeAfter(event: KeyboardEvent, at: number, count: number): number | null {
  const isReversed = getComputedStyle(event.currentTarget).direction === 'rtl';
  const by = (steps: number) => (at + steps) % count;
  switch (event.key) {
    case 'ArrowRight':
      return by(isReversed ? -1 : 1);
    case 'ArrowLeft':
      return by(isReversed ? 1 : -1);
    case 'Home':
      return 0;
    case 'End':
      return -1;
    default:
      return null;
  }
}
