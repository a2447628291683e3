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
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && area.current !== null && !area.current.contains(target);
    const onPress = (event: Event) => {
      if (isOutside(event.target)) onDismiss();
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
