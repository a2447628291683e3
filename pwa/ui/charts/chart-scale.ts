/**
 * The end of the scale of a chart: the largest count rounded up to a number that halves well, at least 4, so that a
 * single one does not fill the chart.
 */
export function scaleEnd(counts: readonly number[]): number {
  const most = Math.max(4, ...counts);
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((candidate) => candidate * magnitude >= most) ?? 10;
  return step * magnitude;
}
