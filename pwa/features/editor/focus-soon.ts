/** The id of the button that opens a record: the place to lead the focus to. */
export function toggleId(id: string): string {
  return `record-${id}`;
}

/**
 * Leads the focus to the row next to one that goes, or to `fallbackId` where it was the only one: whatever held
 * the focus goes with the row.
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

/** On a busy phone a new row takes its time. */
const FOCUS_PATIENCE_MS = 5_000;

interface Leading {
  /** What has the focus now. */
  readonly start?: Element | null;
  /** Where it comes to stand: with what belongs to it in the middle or at the top, or where it is if it is seen there. */
  readonly block?: 'center' | 'start' | 'nearest';
  readonly untilMs?: number;
}

/**
 * Focuses an element once what is being drawn stands; something that is just being made may take a moment.
 * Whoever has gone on from `start` meanwhile, to another field or a menu, keeps the focus there.
 */
export function focusSoon(
  elementId: string,
  {
    start = document.activeElement,
    block = 'center',
    untilMs = performance.now() + FOCUS_PATIENCE_MS,
  }: Leading = {},
): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    // The browser gives the focus to the body when what had it is moved about or taken away.
    if (focused !== start && focused !== document.body) return;
    const element = document.getElementById(elementId);
    if (element !== null) {
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block });
    } else if (performance.now() < untilMs) focusSoon(elementId, { start, block, untilMs });
  });
}
