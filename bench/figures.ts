/** One figure of a run, with its bound. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bound: { readonly kind: 'at most' | 'at least'; readonly value: number } | null;
  /** The inputs of the value, such as both medians of a ratio. */
  readonly detail: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function holds({ value, bound }: Figure): boolean {
  if (bound === null) return true;
  return bound.kind === 'at most' ? value <= bound.value : value >= bound.value;
}

export function print(figure: Figure): void {
  const { name, value, unit, bound, detail } = figure;
  const boundText =
    bound === null ? '' : `  (${bound.kind} ${bound.value}: ${holds(figure) ? 'holds' : 'DOES NOT HOLD'})`;
  console.log(`${name}: ${value.toFixed(2)} ${unit}${boundText}  — ${detail}`);
}
