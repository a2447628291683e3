const wholeNumber = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** An integer with thousands separators: `12,480`. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** A count with its noun: `1 lesson`, `12,480 lessons`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
