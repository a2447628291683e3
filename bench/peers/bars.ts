import type { Figure } from '../figures.ts';
import { EDIT, PRESS } from './columns/one-edit.ts';
import { FEW_ACKNOWLEDGED, FEW_SEEN, MANY_ACKNOWLEDGED } from './columns/replay.ts';
import { CARREL, type Row } from './table.ts';

interface Bar {
  readonly row: string;
  readonly peer: string;
  readonly ratio: number;
}

const BARS: readonly Bar[] = [
  { row: FEW_ACKNOWLEDGED, peer: 'Replicache', ratio: 1 },
  { row: FEW_ACKNOWLEDGED, peer: 'RxDB', ratio: 0.5 },
  { row: FEW_SEEN, peer: 'Replicache', ratio: 2 },
  { row: MANY_ACKNOWLEDGED, peer: 'RxDB', ratio: 0.6 },
  { row: EDIT, peer: 'RxDB', ratio: 2 },
  { row: PRESS, peer: 'RxDB', ratio: 2 },
];

/** The ratios of Carrel to its peers that have a bar, as far as they were measured. */
export function barFigures(rows: readonly Row[]): Figure[] {
  return BARS.flatMap(({ row, peer, ratio }) => {
    const measured = rows.find(({ name }) => name === row);
    const [ours, theirs] = [measured?.values.get(CARREL), measured?.values.get(peer)];
    if (measured === undefined || ours === undefined || theirs === undefined) return [];
    const { digits, unit } = measured;
    return {
      name: row,
      value: ours / theirs,
      unit: `times ${peer}`,
      bound: { kind: 'at most', value: ratio },
      detail: `${ours.toFixed(digits)} and ${theirs.toFixed(digits)} ${unit}`,
    };
  });
}
