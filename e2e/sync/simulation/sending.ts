import type { PrivateStore } from '../../../pwa/store/private-store.ts';
import type { App } from './device.ts';
import type { Life } from './life.ts';

/** More round trips than any outbox of a run needs. */
const SENDS_MAX = 60;

const STEPS = ['identified', 'claimed', 'sent', 'settled'] as const;

/** Thrown when the page has crashed. */
class PageGoneError extends Error {
  override readonly name = 'PageGoneError';
}

/** Drains the outbox and crashes the page right after one of the steps. */
export function drainAndDie(life: Life, app: App, store: PrivateStore): Promise<void> {
  const deadly = life.random.pick(STEPS);
  let left = life.random.below(3);
  return drainOnce(life, app, store, (step) => {
    // A page that is already closed does not crash again, and a page opened since is not affected.
    if (store.isGone || step !== deadly || left-- > 0) return;
    app.privateStore.leavePrivateStore(store.userId);
    throw new PageGoneError();
  });
}

export async function drainOnce(
  life: Life,
  app: App,
  store: PrivateStore,
  onStep: (step: (typeof STEPS)[number]) => void = () => undefined,
): Promise<void> {
  life.hours += 1;
  const laterMs = 3_600_000 * life.hours;
  const { now } = app.replay.realPorts;
  let sends = 0;
  await app.replay.drain(store, {
    ...app.replay.realPorts,
    now: () => now() + laterMs,
    random: () => life.random.below(1_000) / 1_000,
    isEager: true,
    onStep,
    keepLead: async () => ++sends < SENDS_MAX,
    onAcknowledged: (command) => life.acknowledged.set(command.id, command),
  });
}

export async function pullOnce(app: App, store: PrivateStore): Promise<void> {
  await app.pull.pull(store, {
    ...app.pull.realPullPorts,
    onNewEpoch: app.requeue.requeueAcknowledged,
  });
}
