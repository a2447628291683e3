import { type Figure, median } from '../figures.ts';
import { requestsPerSecond } from './load.ts';
import { savesOf, tokenOf } from './saved-positions.ts';
import type { School } from './school.ts';

const READERS = 16;
const SAVES_PER_SECOND = 200;
const SAVERS = 64;
const ROUNDS = 5;
const SECONDS = 3;
const RATIO_MIN = 0.8;
/** Fewer saves than this would measure something else. */
const SAVES_MIN = 0.9;

/** The catalogue read by many while positions are saved, against the same reads alone. */
export async function readsBesideSavesFigures({ server, learners }: School): Promise<Figure[]> {
  const read = () =>
    requestsPerSecond({ url: `${server.url}/api/courses`, connections: READERS, seconds: SECONDS });
  const next = savesOf(learners, tokenOf);
  const save = () =>
    requestsPerSecond({
      ...{ url: server.url, connections: SAVERS, seconds: SECONDS, rate: SAVES_PER_SECOND },
      next,
    });
  const rates = { alone: [] as number[], beside: [] as number[], saves: [] as number[] };
  await read();
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.alone.push(await read());
    const [beside, saves] = await Promise.all([read(), save()]);
    rates.beside.push(beside);
    rates.saves.push(saves);
  }
  const [beside, alone, saves] = [median(rates.beside), median(rates.alone), median(rates.saves)];
  return [
    {
      name: `GET /api/courses beside ${SAVES_PER_SECOND} saves a second`,
      value: beside / alone,
      unit: 'of its requests alone',
      bound: { kind: 'at least', value: RATIO_MIN },
      detail: `${beside.toFixed(0)} and ${alone.toFixed(0)} requests/s, medians of ${ROUNDS}`,
    },
    {
      name: `saves beside these reads, of ${SAVES_PER_SECOND} a second`,
      value: saves / SAVES_PER_SECOND,
      unit: 'of them',
      bound: { kind: 'at least', value: SAVES_MIN },
      detail: `${saves.toFixed(0)} saves/s, median of ${ROUNDS}`,
    },
  ];
}
