import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { CloseIcon } from '../display/icons.tsx';
import { Stack } from '../layout/stack.tsx';
import styles from './dialog.module.css';
import { useLayer } from './use-layer.ts';

interface DialogProps {
  isOpen: boolean;
  title: ReactNode;
  /** Called on Escape, Back, the close button and a click on the backdrop; the owner then sets isOpen to false. */
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
  /** For long content; a confirmation needs only the default width. */
  isWide?: boolean;
}

/** Of a form, whose fields are what the dialog was opened for. */
const FIRST_FIELD = 'form :is(input, select, textarea):not([type=hidden], [disabled])';

/** A native modal dialog: the browser traps the focus and restores it on close. */
export function Dialog({ isOpen, ...content }: DialogProps) {
  return isOpen ? <OpenDialog {...content} /> : null;
}

function OpenDialog({ title, onClose, children, actions, isWide = false }: Omit<DialogProps, 'isOpen'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayer(true, onClose);

  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // The browser focuses the close button, which comes first.
    element?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  // The keyboard closes it with Escape or the button; the backdrop is only for pointers.
  useEffect(() => {
    const element = dialog.current;
    const closeOnBackdrop = (event: Event) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener('click', closeOnBackdrop);
    return () => element?.removeEventListener('click', closeOnBackdrop);
  }, [onClose]);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, isWide && styles.wide)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label="Close" className={styles.close} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </header>
        <Stack gap={3}>{children}</Stack>
        {actions && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  );
}
