import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { requeueAcknowledged } from '../outbox/requeue-acknowledged.ts';
import { pull, realPullPorts } from './pull.ts';

/** The ports of the app's own pulls. */
export const appPullPorts = { ...realPullPorts, onNewEpoch: requeueAcknowledged };

let runPull: ((store: PrivateStore) => Promise<unknown>) | null = null;

/** Sets how this tab pulls. Returns a function that removes it. */
export function offerPull(run: () => Promise<void>): () => void {
  runPull = run;
  return () => {
    runPull = null;
  };
}

/** Pulls now. Resolves when that has ended, also if it failed: the next occasion pulls again. */
export async function pullNow(store: PrivateStore): Promise<void> {
  const run = runPull ?? ((of: PrivateStore) => pull(of, appPullPorts));
  await run(store).catch(() => undefined);
}
