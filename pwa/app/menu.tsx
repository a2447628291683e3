import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '../ui/class-names.ts';
import { useDismiss } from '../ui/use-dismiss.ts';
import styles from './menu.module.css';

interface MenuProps {
  /** What the button is called. */
  label: string;
  face: ReactNode;
  /** The face alone draws the button: no frame, no padding. */
  isBare?: boolean;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button that discloses a panel below it. The panel's contents are ordinary links and buttons, in the
 * order of Tab; it closes on a press outside, on Escape (the focus goes back), and when the page changes.
 */
export function Menu({ label, face, isBare, children }: MenuProps) {
  const { key: page } = useLocation();
  // Open on one page only: on the next one the menu is closed without anybody closing it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === page;
  const area = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const close = useCallback(() => setOpenOn(null), []);
  useDismiss(area, isOpen, close);
  return (
    <div className={styles.menu} ref={area}>
      <button
        type="button"
        className={classNames(styles.opener, isBare && styles.bare)}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={panelId}
        data-dismiss-focus
        onClick={() => setOpenOn(isOpen ? null : page)}
      >
        {face}
      </button>
      <div className={styles.panel} id={panelId} hidden={!isOpen}>
        {isOpen && (typeof children === 'function' ? children(close) : children)}
      </div>
    </div>
  );
}
