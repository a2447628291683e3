import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { WorkspaceTab } from '#schema/courses/completeness.ts';
import { formatCount } from '#schema/messages/count.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './tabs.module.css';

export interface TabFacts {
  readonly id: WorkspaceTab;
  /** The label without "Works", for narrow screens. */
  readonly name: string;
  readonly count: number;
}

interface WorkspaceTabsProps {
  tabs: readonly TabFacts[];
  current: WorkspaceTab;
  onChoose: (tab: WorkspaceTab) => void;
  /** The content of the current tab. */
  children: ReactNode;
}

const order: readonly WorkspaceTab[] = ['unfinished', 'unpublished', 'published'];

/** The tab in the URL, or the first one. */
export function readTab(value: string | null): WorkspaceTab {
  return order.find((tab) => tab === value) ?? 'unfinished';
}

/** Tabs with standard keyboard support: one tab stop, arrow keys, Home and End. */
export function WorkspaceTabs({ tabs, current, onChoose, children }: WorkspaceTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = tabAfter(event, current);
    if (next === null) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div className={styles.list} role="tablist" aria-label="Courses by state" ref={list} onKeyDown={move}>
        {tabs.map(({ id, name, count }) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            className={classNames(styles.tab)}
            aria-selected={id === current}
            aria-controls="workspace-panel"
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            <span>
              {name} <span className={styles.works}>Works</span>
            </span>
            <span className={styles.count}>{formatCount(count)}</span>
          </button>
        ))}
      </div>
      <div
        className={styles.panel}
        id="workspace-panel"
        role="tabpanel"
        aria-labelledby={`tab-${current}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </div>
  );
}

function tabAfter(event: KeyboardEvent, current: WorkspaceTab): WorkspaceTab | null {
  const isReversed = getComputedStyle(event.currentTarget).direction === 'rtl';
  const at = order.indexOf(current);
  const by = (steps: number) => order.at((at + steps) % order.length) ?? null;
  switch (event.key) {
    case 'ArrowRight':
      return by(isReversed ? -1 : 1);
    case 'ArrowLeft':
      return by(isReversed ? 1 : -1);
    case 'Home':
      return order.at(0) ?? null;
    case 'End':
      return order.at(-1) ?? null;
    default:
      return null;
  }
}
