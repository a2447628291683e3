/** Fields somebody typed into since the page was opened. */
const touched = new Set<HTMLElement>();

/** Begins to notice typing anywhere on the page. */
export function watchTyping(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement) touched.add(target);
  });
}

/** Whether the page shows text that somebody typed, so that a reload nobody asked for could cost it. */
export function hasTypedText(): boolean {
  for (const field of touched) {
    if (!field.isConnected) touched.delete(field);
    else if (textOf(field) !== '') return true;
  }
  return false;
}

function textOf(field: HTMLElement): string {
  const hasValue = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return hasValue ? field.value : (field.textContent ?? '');
}
