import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_EVERY_MS = 20;
const OPENED_AT_ONCE = 100;

interface Device {
  readonly url: string;
  readonly token: string;
}

/** Sends a request and returns the status, once the body has arrived. */
function request(url: string, token: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    const sent = get(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    sent.once('error', reject);
  });
}

/** Runs `work` and returns the longest time that `/healthz` took meanwhile. */
export async function slowestHealthMs(origin: string, work: Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let slowestMs = 0;
  while (!isDone) {
    const sentAt = performance.now();
    await request(`${origin}/healthz`, '', agent);
    slowestMs = Math.max(slowestMs, performance.now() - sentAt);
    await sleep(PROBE_EVERY_MS);
  }
  await done;
  agent.destroy();
  return slowestMs;
}

/** All devices pull in the same moment. Resolves when the last one has its reply. */
export async function pullAtOnce(origin: string, devices: readonly Pick<Device, 'token'>[], cursor: string) {
  const agent = new Agent({ keepAlive: false });
  const path = `${origin}/api/sync?cursor=${encodeURIComponent(cursor)}`;
  const statuses = await Promise.all(devices.map(({ token }) => request(path, token, agent)));
  return { failed: statuses.filter((status) => status !== 200).length };
}

/** An open event stream; `isNotified` after the event that follows the one of its opening. */
interface Stream {
  isOpen: boolean;
  isNotified: boolean;
  readonly close: () => void;
}

function openStream(origin: string, token: string, onNotified: () => void): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    const sent = get(`${origin}/api/events`, { headers, agent: false }, (response) => {
      const stream: Stream = { isOpen: false, isNotified: false, close: () => sent.destroy() };
      response.on('data', (bytes: Buffer) => {
        if (!bytes.includes('data: pull')) return;
        if (stream.isOpen && !stream.isNotified) {
          stream.isNotified = true;
          onNotified();
        }
        stream.isOpen = true;
        resolve(stream);
      });
      response.on('error', () => undefined);
    });
    sent.once('error', reject);
  });
}

/**
 * Devices with an open stream that pull when they are notified, as the app does. `edit` changes a row that concerns all
 * of them; resolves when each has pulled.
 */
export async function notifyAll(
  origin: string,
  devices: readonly (Pick<Device, 'token'> & { readonly cursor: string })[],
  edit: () => Promise<unknown>,
): Promise<{ readonly slowestHealthMs: number; readonly lastAfterMs: number }> {
  const agent = new Agent({ keepAlive: false });
  const streams: Stream[] = [];
  let left = devices.length;
  let finish = () => {};
  const allPulled = new Promise<void>((resolve) => {
    finish = resolve;
  });
  for (let start = 0; start < devices.length; start += OPENED_AT_ONCE) {
    const opened = devices.slice(start, start + OPENED_AT_ONCE).map(({ token, cursor }) =>
      openStream(origin, token, () => {
        void request(`${origin}/api/sync?cursor=${encodeURIComponent(cursor)}`, token, agent).then(() => {
          left -= 1;
          if (left === 0) finish();
        });
      }),
    );
    streams.push(...(await Promise.all(opened)));
  }
  const startedAt = performance.now();
  const slowest = await slowestHealthMs(
    origin,
    edit().then(() => allPulled),
  );
  for (const { close } of streams) close();
  return { slowestHealthMs: slowest, lastAfterMs: performance.now() - startedAt };
}
