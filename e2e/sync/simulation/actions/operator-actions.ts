import { on, type SimulationRun, untilIdle } from '../run/simulation-run.ts';
import { type Action, start } from './action.ts';
import { drainOnce } from './sending.ts';

export const backUp: Action = async ({ server }) => server.backUp();

export const restore: Action = async (run) => {
  const { extent, intent } = run.circumstances.restores ?? {};
  const acknowledged = [...run.acknowledged.values()];
  const receipts = await run.server.restore(extent, intent);
  if (receipts === null) return;
  const { inBackup, unnoticed } = receipts;
  run.hasBeenRestored = true;
  for (const command of acknowledged) if (!inBackup.has(command.id)) run.oracle.lost.set(command.id, command);
  for (const key of unnoticed) run.oracle.unnoticed.add(key);
};

/** Between the backup and the restore, users work and devices send. */
export async function loseWork(run: SimulationRun, work: () => Promise<void>): Promise<void> {
  await run.server.backUp();
  for (let left = WORK; left > 0; left -= 1) await work();
  await sendAll(run);
  await restore(run, run.random.pick(run.members));
}

/** Every device sends what it has, with few faults. */
export async function sendAll(run: SimulationRun): Promise<void> {
  const { faultPercent } = run;
  await untilIdle(run);
  run.faultPercent = FEW_FAULTS_PERCENT;
  for (const member of run.members) await start(run, member, send);
  run.faultPercent = faultPercent;
}

const send: Action = (run, member) => on(run, member, (app, store) => drainOnce(run, app, store));

const WORK = 10;
const FEW_FAULTS_PERCENT = 5;
