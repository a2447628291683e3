/**
 * Marks a row that scrolls sideways with `data-more-before` and `data-more-after` where more of it is out of
 * sight, for the fade of its style. A callback for `ref`.
 */
export function markMore(row: HTMLElement | null): (() => void) | undefined {
  if (row === null) return undefined;
  const mark = () => {
    // Negative where the row begins at the right.
    const before = Math.abs(row.scrollLeft);
    row.toggleAttribute('data-more-before', before > 1);
    row.toggleAttribute('data-more-after', row.scrollWidth - row.clientWidth - before > 1);
  };
  const sizes = new ResizeObserver(mark);
  sizes.observe(row);
  row.addEventListener('scroll', mark, { passive: true });
  return () => {
    sizes.disconnect();
    row.removeEventListener('scroll', mark);
  };
}
