import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { IconButton } from '#pwa/ui/controls/icon-button.tsx';
import { CloseIcon, MenuIcon } from '#pwa/ui/display/icons.tsx';
import { media } from '#pwa/ui/layout/breakpoints.ts';
import { useLayer } from '#pwa/ui/overlays/use-layer.ts';
import styles from './contents-drawer.module.css';

interface ContentsDrawerProps {
  /** The list of lessons; it receives a callback for when a lesson was chosen. */
  children: (close: () => void) => ReactNode;
}

/** The list of lessons on a phone: a button in the bar opens a drawer that closes after a choice. */
export function ContentsDrawer({ children }: ContentsDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => dialog.current?.close(), []);
  const open = () => {
    setIsOpen(true);
    dialog.current?.showModal();
  };
  useLayer(isOpen, close);
  useCloseWhenWide(close);
  useCloseOnBackdrop(dialog, close);
  return (
    <>
      <span className={styles.opener}>
        <IconButton variant="line" label="Course content" aria-haspopup="dialog" onClick={open}>
          <MenuIcon />
        </IconButton>
      </span>
      <dialog
        ref={dialog}
        className={styles.drawer}
        aria-label="Course content"
        onClose={() => setIsOpen(false)}
      >
        {isOpen && (
          <>
            <IconButton label="Close" className={styles.close} onClick={close}>
              <CloseIcon />
            </IconButton>
            {children(close)}
          </>
        )}
      </dialog>
    </>
  );
}

/** Closes the drawer when the screen becomes wide enough for the sidebar. */
function useCloseWhenWide(close: () => void): void {
  useEffect(() => {
    const wide = matchMedia(media['--above-narrow']);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [close]);
}

function useCloseOnBackdrop(dialog: { readonly current: HTMLDialogElement | null }, close: () => void): void {
  useEffect(() => {
    const element = dialog.current;
    const onClick = (event: Event) => {
      if (event.target === element) close();
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [dialog, close]);
}
