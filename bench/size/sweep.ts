import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { readConfig } from '#sync-server/config.ts';
import { openDeps } from '#sync-server/open-deps.ts';
import { removeExpiredRows } from '#sync-server/remove-expired-rows.ts';
import type { Figure } from '../figures.ts';

const TURN_EVERY_MS = 1;
const PAUSE_MS = 60;

/** The daily sweep on a stopped server's data, in this process. */
export async function sweepFigures(
  dataFolder: string,
  secret: string,
  blockMaxMs: number,
): Promise<Figure[]> {
  const config = readConfig({ CARREL_DATA: dataFolder, CARREL_SECRET: secret });
  const { deps, close } = await openDeps(config, pino({ level: 'silent' }));
  const delays = monitorEventLoopDelay({ resolution: TURN_EVERY_MS });
  delays.enable();
  await sleep(PAUSE_MS);
  delays.reset();
  const startedAt = performance.now();
  await removeExpiredRows(deps);
  const tookMs = performance.now() - startedAt;
  await sleep(PAUSE_MS);
  const blockMs = Math.max(0, delays.max / 1e6 - TURN_EVERY_MS);
  await close();
  return [
    {
      name: 'the daily sweep: the event loop is blocked at most',
      value: blockMs,
      unit: 'ms',
      bound: { kind: 'at most', value: blockMaxMs },
      detail: `${tookMs.toFixed(0)} ms in all`,
    },
  ];
}
