import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '../class-names.ts';
import styles from './menu.module.css';
import { useDismiss } from './use-dismiss.ts';

interface MenuProps {
  /** The button's label. */
  label: string;
  face: ReactNode;
  /** Renders the content as the whole button, without border or padding. */
  isBare?: boolean;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button that discloses a panel below it. The panel contains ordinary links and buttons in tab order; it
 * closes on a click outside, on Escape (which restores the focus), and on navigation.
 */
export function Menu({ label, face, isBare, children }: MenuProps) {
  const { key: page } = useLocation();
  // The state holds the page on which it is open, so that a navigation closes the menu.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === page;
  const area = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpenOn(null), []);
  // A chosen item is gone with the panel: a dialog that it opens returns the focus to the menu.
  const choose = () => {
    close();
    opener.current?.focus();
  };
  useDismiss(area, isOpen, close);
  return (
    <div className={styles.menu} ref={area}>
      <button
        ref={opener}
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
        {isOpen && (typeof children === 'function' ? children(choose) : children)}
      </div>
    </div>
  );
}
