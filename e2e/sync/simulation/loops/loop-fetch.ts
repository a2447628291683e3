import { syncEndpoints } from '#schema/endpoints/sync-endpoints.ts';
import { worldClock } from '../machines/clock.ts';
import type { Fetch } from '../machines/device.ts';
import type { Member, SimulationRun } from '../run/simulation-run.ts';
import { keysOf } from '../run/unreliable-fetch.ts';
import { openEventStream } from './event-stream.ts';
import type { Loops } from './loops.ts';
import { SlowConnection, untilAborted } from './slow-connection.ts';

/**
 * The network of a device whose page runs the loops: it may have none or a slow one, a request can be aborted,
 * and the server's hints arrive. Checks when each request leaves.
 */
export function createLoopFetch(run: SimulationRun, loops: Loops, { device }: Member): Fetch {
  const send = device.fetch;
  const hasStream = run.random.below(3) > 0;
  const { slowConnections } = run.circumstances;
  const connection = slowConnections === null ? null : new SlowConnection(run, device.name, slowConnections);
  if (connection !== null) loops.connections.push(connection);
  return async (path, init = {}) => {
    noteDeparture(run, loops, { device: device.name, path, init });
    if (loops.offline.has(device.name)) throw new TypeError('Failed to fetch');
    if (path.startsWith(syncEndpoints.events.path)) {
      if (!hasStream) return new Response(null, { status: 503 });
      return openEventStream(run, loops, init);
    }
    const signal = init.signal ?? null;
    await connection?.send(init);
    loops.underWay += 1;
    try {
      const reply = await Promise.race([send(path, init), untilAborted(signal)]);
      noteRetryAfter(loops, device.name, { init, reply });
      return connection === null ? reply : await connection.receive(reply, signal);
    } finally {
      loops.underWay -= 1;
      if (init.method !== undefined && init.method !== 'GET') for (const signal of loops.streams) signal();
    }
  };
}

interface Leaving {
  readonly device: string;
  readonly path: string;
  readonly init: RequestInit;
}

function noteDeparture({ oracle }: SimulationRun, loops: Loops, { device, path, init }: Leaving): void {
  const keys = keysOf(init);
  const atMs = worldClock.now();
  loops.departures.push({ device, path, keys, atMs });
  for (const key of keys) {
    const retryAt = loops.retryAt.get(`${device} ${key}`) ?? 0;
    if (atMs < retryAt) oracle.breaches.push(`${device} sent ${key} ${retryAt - atMs} ms before Retry-After`);
    const heldUntil = loops.heldUntil.get(key) ?? 0;
    if (atMs < heldUntil) oracle.breaches.push(`${device} sent ${key} ${heldUntil - atMs} ms too early`);
  }
}

function noteRetryAfter(
  { retryAt }: Loops,
  device: string,
  { init, reply }: { readonly init: RequestInit; readonly reply: Response },
): void {
  const seconds = Number(reply.headers.get('Retry-After') ?? 0);
  if (seconds === 0 || (reply.status !== 429 && reply.status !== 503)) return;
  for (const key of keysOf(init)) retryAt.set(`${device} ${key}`, worldClock.now() + seconds * 1_000);
}
