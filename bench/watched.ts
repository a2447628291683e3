import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';

/** The wait for work that a server does after its reply, and for the watch to record it. */
const PAUSE_MS = 60;
const WATCH = new URL('baseline/loop-watch.mjs', import.meta.url).href;

/** A server process and the port of the watch in it. */
export interface Watched {
  readonly url: string;
  readonly watchPort: number;
}

/** The environment of a server process that is watched. */
export const watchSettings = (port: number) => ({
  NODE_OPTIONS: `--import ${WATCH}`,
  LOOP_WATCH_PORT: String(port),
});

/** Returns how long a server's event loop was blocked at most since the last request. */
async function longestBlockMs({ watchPort }: Watched): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${watchPort}`)).text());
}

const Usage = v.object({
  cpuMs: v.number(),
  rssBytes: v.number(),
  peakBytes: v.number(),
  /** The heap of JavaScript: reserved, and in use including garbage. */
  heapBytes: v.number(),
  heapUsedBytes: v.number(),
  /** Buffers outside the heap. */
  externalBytes: v.number(),
});
/** Processor time and memory that a server's process has used since its start, in all of its threads. */
export type Usage = v.InferOutput<typeof Usage>;

export async function usageOf({ watchPort }: Watched): Promise<Usage> {
  return v.parse(Usage, await (await fetch(`http://127.0.0.1:${watchPort}/usage`)).json());
}

/** Returns how long one request, and the work after it, blocks a server's event loop at most. */
export async function blockDuring(watched: Watched, work: () => Promise<unknown>): Promise<number> {
  await sleep(PAUSE_MS);
  await longestBlockMs(watched);
  await work();
  await sleep(PAUSE_MS);
  return longestBlockMs(watched);
}

/** Sends JSON and returns the reply as text. Throws for an error status. */
export async function call(url: string, { headers, ...init }: RequestInit = {}): Promise<string> {
  const reply = await fetch(url, { ...init, headers: { 'Content-Type': 'application/json', ...headers } });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${text.slice(0, 300)}`);
  return text;
}

export async function tokenFrom(url: string, body: object): Promise<string> {
  const { token } = Object(JSON.parse(await call(url, { method: 'POST', body: JSON.stringify(body) })));
  return String(token);
}
