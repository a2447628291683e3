import type { PrivateStore } from '../../../pwa/store/private-store.ts';
import type { App } from './device.ts';
import type { Life } from './life.ts';

/** More round trips than any outbox of a life needs. */
const SENDS_MAX = 60;

export async function drainOnce(life: Life, app: App, store: PrivateStore): Promise<void> {
  life.hours += 1;
  const laterMs = 3_600_000 * life.hours;
  let sends = 0;
  await app.replay.drain(store, {
    ...app.replay.realPorts,
    now: () => Date.now() + laterMs,
    random: () => life.random.below(1_000) / 1_000,
    isEager: true,
    keepLead: async () => ++sends < SENDS_MAX,
    onAcknowledged: (command) => life.acknowledged.set(command.id, command),
  });
}

export async function pullOnce(app: App, store: PrivateStore): Promise<void> {
  await app.pull.pull(store, {
    ...app.pull.realPullPorts,
    onNewEpoch: (own) => app.requeue.requeueAcknowledged(own),
  });
}
