import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves, for the browser's own lines would take those. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/**
 * A port on loopback that nobody listens on at this moment, for those who must have the same one again
 * after they were away. Chance keeps those who ask at the same time apart.
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
