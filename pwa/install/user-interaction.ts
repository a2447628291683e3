/** Fields that the user typed into since the page was opened. */
const typedInto = new Set<HTMLElement>();
let hasInteracted = false;

/** Starts to track user interaction on this page: clicks, keys, and fields typed into. */
export function watchUserInteraction(): void {
  const touch = () => {
    hasInteracted = true;
  };
  for (const type of ['pointerdown', 'keydown', 'wheel'])
    document.addEventListener(type, touch, { passive: true });
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement) typedInto.add(target);
  });
}

/**
 * Whether the user has interacted with this page yet. (The browser's own userActivation survives a reload.)
 */
export function hasUserInteracted(): boolean {
  return hasInteracted || hasTypedText();
}

/** Whether the page shows typed text that an unexpected reload could lose. */
export function hasTypedText(): boolean {
  for (const field of typedInto) {
    if (!field.isConnected) typedInto.delete(field);
    else if (textOf(field) !== '') return true;
  }
  return false;
}

function textOf(field: HTMLElement): string {
  const hasValue = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return hasValue ? field.value : (field.textContent ?? '');
}
