/*
 * A process of its own: devices that come back within a second. Reads a `Storm` from standard input and writes a
 * `StormOutcome` to standard output once each device has its hint, its changes and its account.
 */
import { Agent, get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { type Storm, StormInput, type StormOutcome } from './storm.ts';

const RETRY_MS = 1_000;

const outcome = { refused: 0, failed: 0, problems: {} as Record<string, number> };

function noteFailure(problem: string): void {
  outcome.failed += 1;
  outcome.problems[problem] = (outcome.problems[problem] ?? 0) + 1;
}

/** Resolves with the response to a call, which is sent again until it is served. */
async function served(url: string, token: string, agent: Agent | false): Promise<IncomingMessage> {
  for (;;) {
    const response = await send(url, token, agent).catch((error: unknown) => {
      noteFailure(error instanceof Error && 'code' in error ? String(error.code) : String(error));
      return null;
    });
    if (response?.statusCode === 200) return response;
    response?.resume();
    const retryAfter = Number(response?.headers['retry-after']);
    if (response !== null && retryAfter > 0) outcome.refused += 1;
    else if (response !== null) noteFailure(String(response.statusCode));
    await sleep(retryAfter > 0 ? retryAfter * 1_000 : RETRY_MS);
  }
}

function send(url: string, token: string, agent: Agent | false): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers: { Authorization: `Bearer ${token}` } }, resolve);
    sent.once('error', reject);
  });
}

async function untilHint(url: string, token: string): Promise<void> {
  const response = await served(`${url}/api/events`, token, false);
  await new Promise<void>((resolve, reject) => {
    response.on('data', (bytes: Buffer) => {
      if (bytes.includes('data: pull')) resolve();
    });
    response.once('close', () => reject(new Error('The stream ended without a hint')));
    response.on('error', () => undefined);
  });
}

async function read(url: string, token: string, agent: Agent): Promise<void> {
  const response = await served(url, token, agent);
  response.resume();
  await new Promise((resolve, reject) => {
    response.once('end', resolve);
    response.once('error', reject);
  });
}

async function comeBack({ url, cursor, withinMs }: Storm, token: string): Promise<number> {
  await sleep(Math.random() * withinMs);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await Promise.all([
    untilHint(url, token),
    read(`${url}/api/sync?cursor=${encodeURIComponent(cursor)}`, token, agent),
    read(`${url}/api/auth/me`, token, agent),
  ]);
  return performance.now();
}

const storm = v.parse(StormInput, await json(process.stdin));
const startedAt = performance.now();
const doneAt = await Promise.all(storm.tokens.map((token) => comeBack(storm, token)));
const result: StormOutcome = { ...outcome, lastMs: Math.max(...doneAt) - startedAt };
process.stdout.write(JSON.stringify(result), () => process.exit(0));
