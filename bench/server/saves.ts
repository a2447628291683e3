import { startBaseline } from '../baseline-server.ts';
import { type Figure, median } from '../figures.ts';
import { requestsPerSecond } from './load.ts';
import { idOf, savesOf, tokenOf } from './saved-positions.ts';
import type { School } from './school.ts';

const CALLERS = 16;
const ROUNDS = 5;
const SECONDS = 2;
const RATIO_MIN = 0.6;

/** Positions that are saved one by one, by many callers and by one, against the bare statements. */
export async function savesFigures({ server, learners, copy }: School): Promise<Figure[]> {
  const baseline = await startBaseline('save-server', copy);
  const rates = { ours: [] as number[], bare: [] as number[], alone: [] as number[] };
  const [ourSaves, bareSaves] = [savesOf(learners, tokenOf), savesOf(learners, idOf)];
  const measure = (url: string, next: typeof ourSaves, connections: number) =>
    requestsPerSecond({ url, connections, seconds: SECONDS, next });
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const bare = await measure(baseline.url, bareSaves, CALLERS);
      const ours = await measure(server.url, ourSaves, CALLERS);
      const alone = await measure(server.url, ourSaves, 1);
      // The first one warms up.
      if (round < 0) continue;
      rates.bare.push(bare);
      rates.ours.push(ours);
      rates.alone.push(alone);
    }
  } finally {
    baseline.stop();
  }
  const [ours, bare, alone] = [median(rates.ours), median(rates.bare), median(rates.alone)];
  return [
    {
      name: `saved positions over HTTP, ${CALLERS} callers`,
      value: ours / bare,
      unit: 'of bare Hono with the same statements',
      bound: { kind: 'at least', value: RATIO_MIN },
      detail: `${ours.toFixed(0)} and ${bare.toFixed(0)} saves/s, medians of ${ROUNDS}`,
    },
    {
      name: `saved positions over HTTP, ${CALLERS} callers instead of one`,
      value: ours / alone,
      unit: 'times as many',
      bound: { kind: 'at least', value: 1 },
      detail: `${ours.toFixed(0)} and ${alone.toFixed(0)} saves/s, medians of ${ROUNDS}`,
    },
  ];
}
