import type { KeyboardEvent } from 'react';
import styles from './lesson-text-editor.module.css';

interface TextTabsProps {
  label: string;
  tab: 'rich' | 'source';
  /** The id of the panel that the tabs control. */
  panelId: string;
  onChoose: (tab: 'rich' | 'source') => void;
}

export const TAB_NAMES = { rich: 'Rich text', source: 'HTML source' } as const;
const TABS = ['rich', 'source'] as const;

/** Selects rich text or source. Arrow keys only move the focus, because a switch may show a confirmation. */
export function TextTabs({ label, tab, panelId, onChoose }: TextTabsProps) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = event.currentTarget.querySelector<HTMLElement>('[role="tab"]:not(:focus)');
    other?.focus();
  };
  return (
    <div role="tablist" aria-label={`${label}: editor mode`} className={styles.tabs} onKeyDown={move}>
      {TABS.map((id) => (
        <button
          key={id}
          type="button"
          role="tab"
          className={styles.tab}
          aria-controls={panelId}
          aria-selected={id === tab}
          tabIndex={id === tab ? 0 : -1}
          onClick={() => {
            if (id !== tab) onChoose(id);
          }}
        >
          {TAB_NAMES[id]}
        </button>
      ))}
    </div>
  );
}
