import { serverDisk } from '../machines/server-disk.ts';
import type { SimulationRun } from '../run/simulation-run.ts';

/** Of a few commands. */
const WRITES_MAX = 10;

/** Now and then the disk of the server becomes full, and has space again. */
export function fillOrFree({ random, circumstances, server }: SimulationRun): void {
  if (circumstances.serverDisk === null) return;
  if (!serverDisk.isLimited && random.below(2) === 0) server.fillDisk(random.below(WRITES_MAX));
  else if (serverDisk.isFull && random.below(4) === 0) serverDisk.free();
}
