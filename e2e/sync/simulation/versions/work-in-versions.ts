import type { SimulationRun } from '../run/simulation-run.ts';
import { workInOlderStore } from './older-app.ts';

/** The part of a run in which earlier versions of the product are used. Most runs have none. */
export async function workInVersions(run: SimulationRun, work: () => Promise<void>): Promise<void> {
  const { olderStore } = run.circumstances;
  if (olderStore !== null) await workInOlderStore(run, olderStore, work);
}
