import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { copyStyles } from './copy-styles.ts';
import styles from './preview-place.module.css';

interface PhoneFrameProps {
  /** What is shown; another page begins at its top. */
  page: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The screen of a phone. A frame has a viewport of its own, so the styles for narrow screens apply in it; its
 * content is rendered here, with everything that is not saved.
 */
export function PhoneFrame({ page, onClose, children }: PhoneFrameProps) {
  const [inner, setInner] = useState<Document | null>(null);
  const open = useCallback((frame: HTMLIFrameElement | null) => setInner(frame?.contentDocument ?? null), []);
  const [hasStyles, setHasStyles] = useState(false);
  useEffect(() => {
    if (inner === null) return undefined;
    return copyStyles(inner, () => setHasStyles(true));
  }, [inner]);
  useEffect(() => {
    const answer = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        // Otherwise the browser closes the list of lessons.
        const isOver = inner?.querySelector('dialog[open]') === null;
        if (isOver && !event.defaultPrevented) onClose();
        return;
      }
      // The keys of the app are heard in its own document.
      if (!document.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
    };
    inner?.addEventListener('keydown', answer);
    return () => inner?.removeEventListener('keydown', answer);
  }, [inner, onClose]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top.
  useEffect(() => {
    inner?.defaultView?.scrollTo(0, 0);
  }, [page]);
  return (
    <div className={styles.phone}>
      <iframe
        ref={open}
        title="Preview on a phone"
        className={styles.screen}
        // Firefox replaces the first document.
        onLoad={({ currentTarget }) => setInner(currentTarget.contentDocument)}
      />
      {inner !== null &&
        hasStyles &&
        createPortal(<div className={styles.inside}>{children}</div>, inner.body)}
    </div>
  );
}
