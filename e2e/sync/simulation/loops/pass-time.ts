import { worldClock } from '../machines/clock.ts';
import type { Timers } from '../machines/timers.ts';
import type { SimulationRun } from '../run/simulation-run.ts';
import { ticks } from '../run/unreliable-fetch.ts';
import { findLoops } from './loops.ts';

/** Lets time pass. Where the app's own loops run, timers that become due fire in order. */
export async function passTime(run: SimulationRun, ms: number): Promise<void> {
  const loops = findLoops(run);
  const end = worldClock.now() + ms;
  if (loops !== null) {
    const machines = [loops.timers, ...run.members.map(({ device }) => device.timers)];
    for (let next = findNext(machines, end); next !== null; next = findNext(machines, end)) {
      worldClock.set(Math.max(worldClock.now(), next.nextAtMs ?? 0));
      next.fireNext();
      await (loops.isCalm ? loops.untilQuiet() : ticks(run.random.below(12)));
    }
  }
  worldClock.set(end);
}

/** The machine whose timer is due next, until `end`. */
function findNext(machines: readonly Timers[], end: number): Timers | null {
  let next: Timers | null = null;
  for (const timers of machines) {
    const atMs = timers.nextAtMs;
    if (atMs === null || atMs > end) continue;
    if (next === null || atMs < (next.nextAtMs ?? 0)) next = timers;
  }
  return next;
}
