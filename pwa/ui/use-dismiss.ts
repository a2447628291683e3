import { type RefObject, useEffect } from 'react';

/**
 * While something is open: a press outside of `area`, Escape, or focus leaving it calls `onDismiss`.
 * Escape also gives the focus back to the element that `data-dismiss-focus` marks within the area.
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
