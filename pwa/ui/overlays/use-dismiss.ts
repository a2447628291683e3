import { type RefObject, useEffect } from 'react';

/**
 * While open, calls `onDismiss` on a click outside of `area`, Escape, or when the focus leaves it. Escape
 * also returns the focus to the element marked with `data-dismiss-focus`.
 */
export function useDismiss(
  area: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ type, target }: Event) => {
      if (!(target instanceof Node) || area.current?.contains(target) !== false) return;
      // A press on a label first moves the focus to the dialog around it.
      if (type === 'focusin' && target.contains(area.current)) return;
      onDismiss();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // A dialog around it stays open.
      event.preventDefault();
      onDismiss();
      area.current?.querySelector<HTMLElement>('[data-dismiss-focus]')?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [area, isOpen, onDismiss]);
}
