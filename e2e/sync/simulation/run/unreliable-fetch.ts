import * as v from 'valibot';
import { faults } from '#e2e/sync/testing/network.ts';
import type { Random } from '#e2e/sync/testing/random.ts';
import { BatchReply } from '#schema/sync/batch.ts';
import type { Fetch } from '../machines/device.ts';
import type { SimulatedServer } from '../machines/simulated-server.ts';
import type { Circumstances } from './circumstances.ts';
import { noteDropped, type Oracle } from './oracle.ts';

/** A request of one device, as received. */
export interface Arrival {
  readonly device: string;
  /** By the token. */
  readonly userId: string | null;
  /** The key of a single command, or those of all in a batch. */
  readonly keys: readonly string[];
  /** Proofs of activations. */
  readonly proofs: readonly string[];
}

const intermediaryReplies = [
  faults.error500,
  faults.badGateway,
  faults.unavailable,
  faults.tooMany,
  faults.captivePortal,
  faults.emptyReply,
  faults.strangeJson,
  faults.proxyRefusal,
  faults.proxyLogin,
  faults.timeout,
  faults.tooEarly,
];

interface NetworkConditions {
  readonly server: SimulatedServer;
  readonly random: Random;
  readonly arrivals: Arrival[];
  readonly oracle: Oracle;
  readonly circumstances: Circumstances;
  readonly faultPercent: number;
  /** Requests that the network delivers after their sender gave up. */
  readonly overdue: Set<Promise<unknown>>;
}

/**
 * The network of one device: requests and replies are lost, duplicated or delayed (and so reordered), and
 * intermediaries reply in the server's place.
 */
export function createUnreliableFetch(device: string, conditions: NetworkConditions): Fetch {
  const { server, random, arrivals } = conditions;
  const arrive = async (path: string, init: RequestInit) => {
    arrivals.push({ device, userId: userIdOf(init), keys: keysOf(init), proofs: proofsIn(init) });
    const reply = await server.fetch(path, init);
    await checkReply(conditions, init, reply);
    return reply;
  };
  return async (path, init = {}) => {
    const isFaulty = random.below(100) < conditions.faultPercent;
    const kind = isFaulty ? random.pick(faultKinds) : 'none';
    const before = random.below(4);
    const after = random.below(4);
    await ticks(before);
    switch (kind) {
      case 'requestLost':
        throw new TypeError('Failed to fetch');
      case 'intermediary': {
        const { status, body, headers } = { headers: {}, ...random.pick(intermediaryReplies) };
        return new Response(body === '' ? null : body, { status, headers });
      }
      case 'replyLost':
        await arrive(path, init);
        await ticks(after);
        throw new TypeError('Failed to fetch');
      case 'overdue': {
        const arriving: Promise<unknown> = ticks(LATE)
          .then(() => arrive(path, init))
          .catch(() => undefined)
          .finally(() => conditions.overdue.delete(arriving));
        conditions.overdue.add(arriving);
        throw new TypeError('Failed to fetch');
      }
      case 'replyCutOff':
        return cutOff(await arrive(path, init));
      case 'late': {
        const reply = await arrive(path, init);
        await ticks(LATE);
        return reply;
      }
      case 'twice': {
        const [reply] = await Promise.all([arrive(path, init), arrive(path, init)]);
        return reply;
      }
      case 'none': {
        const reply = await arrive(path, init);
        await ticks(after);
        return reply;
      }
    }
  };
}

/** A reply whose connection ends in the middle of its body. */
async function cutOff(reply: Response): Promise<Response> {
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (bytes.length === 0) return new Response(null, reply);
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length >> 1));
      controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, reply);
}

/** A sent command is never changed, nor sent in a form that the server rejects. */
async function checkReply(
  { oracle, circumstances }: NetworkConditions,
  init: RequestInit,
  reply: Response,
): Promise<void> {
  const { breaches, leftOut } = oracle;
  if (init.method === undefined || init.method === 'GET') return;
  const replyText = await reply.clone().text();
  noteGivenUp(oracle, init, replyText);
  for (const key of leftOutIn(init, replyText)) leftOut.add(key);
  const isFull = (status: number) => status === 507 && circumstances.serverDisk !== null;
  if (statusesIn(reply, replyText).some((status) => status >= 500 && !isFull(status)))
    breaches.push(`the server failed: ${replyText}`);
  checkGroup({ breaches }, init, replyText);
  for (const code of ['idempotency_key_reused', 'invalid_input', 'id_taken']) {
    if (!replyText.includes(`"code":"${code}"`)) continue;
    if (code === 'id_taken' && keysOf(init).some((key) => isRepeated(oracle, key))) continue;
    breaches.push(`${code}: ${String(init.body)} ${replyText}`);
  }
}

/**
 * A creation that may have happened under another key: its receipt has expired; or it was moved to another device as a
 * file, refused here, and sent again under a new key.
 */
const isRepeated = ({ expired, carried, discarded }: Oracle, key: string): boolean =>
  expired.has(key) || (carried.has(key) && discarded.has(key));

/** The status of a reply, and those of the replies in a batch. */
function statusesIn({ status }: Response, replyText: string): number[] {
  const batch = v.safeParse(BatchReply, parse(replyText));
  return [status, ...(batch.success ? batch.output.responses.map((one) => one.status) : [])];
}

/** Atomic commands arrive whole or not at all. */
function checkGroup({ breaches }: Pick<Oracle, 'breaches'>, init: RequestInit, replyText: string): void {
  if (typeof init.body !== 'string' || !init.body.includes('"atomic":true')) return;
  const parsed = v.safeParse(BatchReply, parse(replyText));
  if (!parsed.success) return;
  const isDone = new Set(parsed.output.responses.map(({ status }) => status === 200));
  if (isDone.size > 1) breaches.push('a group arrived by halves');
}

/** Acknowledged commands that the operator has discarded: their texts are gone with them. */
function noteGivenUp(oracle: Oracle, init: RequestInit, replyText: string): void {
  if (!replyText.includes('"code":"restore_discarded"')) return;
  const requestBody = parse(String(init.body));
  const [calls, replies] = [v.safeParse(Calls, requestBody), v.safeParse(BatchReply, parse(replyText))];
  const isGivenUp = (id: string) =>
    !replies.success ||
    replies.output.responses.some((one) => one.id === id && codeIn(one.body) === 'restore_discarded');
  const discarded = calls.success
    ? calls.output.requests.filter(({ id }) => isGivenUp(id))
    : keysOf(init).map((id) => ({ id, body: requestBody }));
  for (const { id, body } of discarded) {
    oracle.givenUp.add(id);
    noteDropped(oracle, body);
  }
}

const codeIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : null;

const Progress = v.object({ entries: v.array(v.object({ lessonId: v.string() })) });
const Calls = v.object({ requests: v.array(v.object({ id: v.string(), body: v.unknown() })) });

/** Keys of progress commands whose reply left out some lessons. In a batch each call has its own key. */
function leftOutIn(init: RequestInit, replyText: string): string[] {
  const requestBody = parse(String(init.body));
  const replyBody = parse(replyText);
  const [calls, replies] = [v.safeParse(Calls, requestBody), v.safeParse(BatchReply, replyBody)];
  if (!calls.success || !replies.success) return isLeftOut(requestBody, replyBody) ? keysOf(init) : [];
  const { responses } = replies.output;
  const bodyOf = (id: string) => responses.find((response) => response.id === id)?.body;
  return calls.output.requests.filter(({ id, body }) => isLeftOut(body, bodyOf(id))).map(({ id }) => id);
}

function isLeftOut(requestBody: unknown, replyBody: unknown): boolean {
  const [sent, taken] = [v.safeParse(Progress, requestBody), v.safeParse(Progress, replyBody)];
  if (!sent.success || !taken.success) return false;
  const lessons = new Set(taken.output.entries.map(({ lessonId }) => lessonId));
  return sent.output.entries.some(({ lessonId }) => !lessons.has(lessonId));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const faultKinds = [
  ...(['requestLost', 'replyLost', 'replyLost', 'late', 'twice', 'intermediary', 'intermediary'] as const),
  ...(['overdue', 'replyCutOff'] as const),
];
/** Waits for a number of turns of the event loop, in which other work proceeds. */
const LATE = 60;

/** Lets all other ready work proceed for a while. */
export async function ticks(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}

const Claims = v.object({ sub: v.string() });

export function userIdOf(init: RequestInit): string | null {
  const [, claims] = new Headers(init.headers).get('Authorization')?.split('.') ?? [];
  if (claims === undefined) return null;
  return v.parse(Claims, parse(Buffer.from(claims, 'base64url').toString())).sub;
}

function proofsIn({ body }: RequestInit): string[] {
  if (typeof body !== 'string' || !body.includes('"proof"')) return [];
  return [...body.matchAll(/"proof":"([^"]+)"/g)].map((match) => match[1] ?? '');
}

/** The key of a single command, or those of all in a batch. */
export function keysOf(init: RequestInit): string[] {
  const single = new Headers(init.headers).get('Idempotency-Key');
  if (single !== null) return [single];
  if (typeof init.body !== 'string' || !init.body.includes('"requests"')) return [];
  return [...init.body.matchAll(/"Idempotency-Key":"([^"]+)"/gi)].map((match) => match[1] ?? '');
}
