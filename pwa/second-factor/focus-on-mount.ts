/** A ref that moves the focus to what replaces the button that was pressed. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
