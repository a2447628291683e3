import { createServer } from 'node:net';

/** Below the ephemeral ports, which the browser's own connections would use. */
const LOWEST = 20_000;
const HIGHEST = 32_000;
/** Each of Playwright's parallel processes has a range of its own. */
const PARALLEL_PROCESSES = 3;
const PARALLEL_RANGE = 2_000;
const OTHERS_LOWEST = LOWEST + PARALLEL_PROCESSES * PARALLEL_RANGE;

const nextPort = portsOf(process.env.TEST_PARALLEL_INDEX);

/**
 * A free loopback port, for servers that must reuse it after a restart. While the server of a browser test is
 * stopped, no other test gets its port: a page of it would find another server there, or its own could not start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort();
    if (await isFree(port)) return port;
  }
}

/** One after the other in the range of a parallel process; elsewhere random, so that concurrent callers differ. */
function portsOf(parallelIndex: string | undefined): () => number {
  if (parallelIndex === undefined) return () => draw(OTHERS_LOWEST, HIGHEST - OTHERS_LOWEST);
  const first = LOWEST + PARALLEL_RANGE * (Number(parallelIndex) % PARALLEL_PROCESSES);
  let last = draw(0, PARALLEL_RANGE);
  return () => {
    last = (last + 1) % PARALLEL_RANGE;
    return first + last;
  };
}

function draw(from: number, count: number): number {
  return from + Math.floor(Math.random() * count);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
