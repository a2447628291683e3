import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBaseline } from '../baseline-server.ts';
import { type Figure, median } from '../figures.ts';
import { requestsPerSecond } from './load.ts';

const ROUNDS = 5;
const SECONDS_PER_ROUND = 3;
const CONNECTIONS = 16;
const RATIO_MIN = 0.6;

interface Target {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Requests per second of one call against a constant string of the same bytes, measured alternately. */
export async function constantRatioFigure(name: string, target: Target, folder: string): Promise<Figure> {
  const body = await (await fetch(target.url, { headers: target.headers })).text();
  const file = join(folder, 'baseline.json');
  await writeFile(file, body);
  const baseline = await startBaseline('constant-server', file);
  const load = { headers: target.headers, connections: CONNECTIONS, seconds: SECONDS_PER_ROUND };
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await requestsPerSecond({ ...load, url: target.url }));
    bare.push(await requestsPerSecond({ ...load, url: `${baseline.url}/` }));
  }
  baseline.stop();
  const [our, their] = [median(ours), median(bare)];
  const kilobytes = (Buffer.byteLength(body) / 1_000).toFixed(body.length < 10_000 ? 1 : 0);
  return {
    name,
    value: our / their,
    unit: 'of what Hono serves as a constant',
    bound: { kind: 'at least', value: RATIO_MIN },
    detail: `${our.toFixed(0)} and ${their.toFixed(0)} requests/s, ${kilobytes} kB each, medians of ${ROUNDS}`,
  };
}
