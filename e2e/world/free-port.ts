import { createServer } from 'node:net';

/** Below the ephemeral ports, which the browser's own connections would use. */
const LOWEST = 20_000;
/** Test processes beside each other have ranges of their own; all other programs share the last one. */
const RANGES = 8;
const PORTS_PER_RANGE = 1_500;

const range = Number(process.env.TEST_PARALLEL_INDEX ?? RANGES - 1) % RANGES;
let last = Math.floor(Math.random() * PORTS_PER_RANGE);

/**
 * A free loopback port, for servers that must reuse it after a restart. No other test process gets it, and this one
 * not again before all others of its range: a server that is stopped for a while finds it free.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    last = (last + 1) % PORTS_PER_RANGE;
    const port = LOWEST + range * PORTS_PER_RANGE + last;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
