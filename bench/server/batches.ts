import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { startBaseline } from '../baseline-server.ts';
import { type Figure, median } from '../figures.ts';
import { idOf, lessonAt, positionIn, tokenOf } from './saved-positions.ts';
import type { Person, School } from './school.ts';

const CALLS = 100;
const ROUNDS = 60;
const WARM_UPS = 10;
const RATIO_MIN = 0.5;

interface Kind {
  readonly name: string;
  readonly people: (school: School) => readonly Person[];
  readonly callAt: (
    index: number,
    round: number,
  ) => { readonly path: string; readonly body: object; readonly version?: number };
}

const savedPositions: Kind = {
  name: 'saved positions',
  people: ({ learners }) => learners,
  callAt: (index, round) => ({ path: '/api/progress', body: positionIn(lessonAt(index), round) }),
};

/** Each round edits the same lessons: a version further. */
const lessonEdits: Kind = {
  name: 'lesson edits',
  people: ({ admins }) => admins,
  callAt: (index, round) => ({
    path: `/api/admin/lessons/${lessonAt(index)}`,
    body: { title: `Round ${round}, edit ${index}`, description: 'What one learns in it, said anew.' },
    version: round + 1,
  }),
};

/** The body of a batch as a device sends it. */
function batchOf({ callAt }: Kind, round: number): string {
  const requests = Array.from({ length: CALLS }, (_, index) => {
    const { path, body, version } = callAt(index, round);
    const headers = {
      ...{ 'Idempotency-Key': randomUUID(), Prefer: 'return=minimal' },
      ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
    };
    return { id: String(index), method: 'PUT', path, headers, body };
  });
  return JSON.stringify({ requests });
}

const agent = new Agent({ keepAlive: true });

/** Milliseconds until the last byte of the reply. Throws unless every call succeeded. */
async function timeOf(url: string, token: string, body: string): Promise<number> {
  const startedMs = performance.now();
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const sent = request(`${url}/api/batch`, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    sent.once('error', reject);
    sent.end(body);
  });
  const ms = performance.now() - startedMs;
  const done = text.split('"status":200').length - 1;
  if (done !== CALLS) throw new Error(`${CALLS - done} calls were refused: ${text.slice(0, 500)}`);
  return ms;
}

async function batchFigure(school: School, bareUrl: string, kind: Kind): Promise<Figure> {
  const people = kind.people(school);
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    const person = people[round % people.length];
    if (person === undefined) throw new Error('There is no user who sends the batch');
    const bareMs = await timeOf(bareUrl, idOf(person), batchOf(kind, round));
    const ourMs = await timeOf(school.server.url, tokenOf(person), batchOf(kind, round));
    if (round < WARM_UPS) continue;
    times.bare.push(bareMs);
    times.ours.push(ourMs);
  }
  const [ours, bare] = [median(times.ours), median(times.bare)];
  return {
    name: `a batch of ${CALLS} ${kind.name}`,
    value: bare / ours,
    unit: 'of bare Hono with the same statements in one transaction',
    bound: { kind: 'at least', value: RATIO_MIN },
    detail: `${(1_000 / ours).toFixed(0)} and ${(1_000 / bare).toFixed(0)} batches/s, medians of ${ROUNDS}`,
  };
}

/**
 * Milliseconds until a queue of so many batches of lesson edits is sent, one after another, as a device sends it. The
 * first of its rounds has to follow the last one that the server has seen.
 */
export async function queueMs(
  url: string,
  { token }: Person,
  { batches, firstRound }: { readonly batches: number; readonly firstRound: number },
): Promise<number> {
  let ms = 0;
  for (let n = 0; n < batches; n += 1) ms += await timeOf(url, token, batchOf(lessonEdits, firstRound + n));
  return ms;
}

/** Batches of a hundred commands, one after another. */
export async function batchFigures(school: School): Promise<Figure[]> {
  const baseline = await startBaseline('save-server', school.copy);
  try {
    const figures: Figure[] = [];
    for (const kind of [savedPositions, lessonEdits])
      figures.push(await batchFigure(school, baseline.url, kind));
    return figures;
  } finally {
    baseline.stop();
    agent.destroy();
  }
}
