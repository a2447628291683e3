import { createServer } from 'node:net';

/** Below the ephemeral ports, which the browser's own connections would use. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/**
 * A free loopback port, for servers that must reuse it after a restart. It is random, so concurrent callers
 * get different ones.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
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
