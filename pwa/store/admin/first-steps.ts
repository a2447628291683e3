import { read, write } from '../database/access.ts';
import type { PrivateStore, Reader } from '../database/private-store.ts';

const DISMISSED = 'firstStepsDismissed';

/** Whether this admin has dismissed the checklist of the first day on this device. */
export function areFirstStepsDismissed(store: Reader): Promise<boolean> {
  return read(store, async () => (await store.state.get(DISMISSED))?.value === true);
}

export function dismissFirstSteps(store: PrivateStore): Promise<void> {
  return write(store, [store.state], async (tx) => {
    await tx.state.put({ key: DISMISSED, value: true });
  });
}
