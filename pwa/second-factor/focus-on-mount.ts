/** A ref that moves the focus to the element that replaces the pressed button. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
