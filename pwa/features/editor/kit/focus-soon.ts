/** The id of the button that opens a record, which receives the focus. */
export function toggleId(id: string): string {
  return `record-${id}`;
}

/**
 * Focuses the row next to a removed one, or `fallbackId` if it was the only row, because the removed row
 * loses the focus.
 */
export function focusNeighbour(
  rows: readonly { readonly id: string }[],
  id: string,
  fallbackId: string,
): void {
  const at = rows.findIndex((row) => row.id === id);
  const neighbour = rows[at + 1] ?? rows[at - 1];
  focusSoon(neighbour === undefined ? fallbackId : toggleId(neighbour.id), { block: 'nearest' });
}

/** Rendering a new row can take long on a slow phone. */
const FOCUS_TIMEOUT_MS = 5_000;

interface Leading {
  /** The element that has the focus now. */
  readonly start?: Element | null;
  /**
   * The scroll position of the focused element: in the middle, at the top, or the nearest at which it is
   * visible.
   */
  readonly block?: 'center' | 'start' | 'nearest';
  readonly untilMs?: number;
}

/**
 * Focuses an element once it is rendered; one that is still being created may take a moment. If the focus has
 * moved from `start` to another element in the meantime, it stays there.
 */
export function focusSoon(
  elementId: string,
  {
    start = document.activeElement,
    block = 'center',
    untilMs = performance.now() + FOCUS_TIMEOUT_MS,
  }: Leading = {},
): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    // The browser moves the focus to the body when the focused element is moved or removed.
    if (focused !== start && focused !== document.body) return;
    const element = document.getElementById(elementId);
    if (element !== null) {
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block });
    } else if (performance.now() < untilMs) focusSoon(elementId, { start, block, untilMs });
  });
}
