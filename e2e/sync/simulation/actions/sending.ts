import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { App } from '../machines/device.ts';
import type { SimulationRun } from '../run/simulation-run.ts';

/** More round trips than any outbox of a run needs. */
const SENDS_MAX = 60;

const STEPS = ['identified', 'claimed', 'sent', 'applied'] as const;

/** Thrown when the page has crashed. */
class PageClosedError extends Error {
  override readonly name = 'PageClosedError';
}

/** Drains the outbox and crashes the page right after one of the steps. */
export function drainAndDie(run: SimulationRun, app: App, store: PrivateStore): Promise<void> {
  const deadly = run.random.pick(STEPS);
  let left = run.random.below(3);
  return drainOnce(run, app, store, (step) => {
    // A page that is already closed does not crash again, and a page opened since is not affected.
    if (store.isGone || step !== deadly || left-- > 0) return;
    app.privateStore.leavePrivateStore(store.userId);
    throw new PageClosedError();
  });
}

export async function drainOnce(
  run: SimulationRun,
  app: App,
  store: PrivateStore,
  onStep: (step: (typeof STEPS)[number]) => void = () => undefined,
): Promise<void> {
  run.hours += 1;
  const laterMs = 3_600_000 * run.hours;
  const { now } = app.replay.realPorts;
  let sends = 0;
  await app.replay.drain(store, {
    ...app.replay.realPorts,
    now: () => now() + laterMs,
    random: () => run.random.below(1_000) / 1_000,
    isEager: true,
    onStep,
    extendLock: async () => ++sends < SENDS_MAX,
    onAcknowledged: (command) => run.acknowledged.set(command.id, command),
  });
}

/** Pulls in pages of limited size: if they are small, a crash or another tab comes between two of them. */
export async function pullOnce(
  { pageRows, pageCharacters }: Pick<SimulationRun, 'pageRows' | 'pageCharacters'>,
  app: App,
  store: PrivateStore,
): Promise<void> {
  const { realPullPorts } = app.pull;
  await app.pull.pull(store, {
    ...realPullPorts,
    request: (path, token, position) => {
      const size = `limit=${pageRows}&characters=${pageCharacters}`;
      return realPullPorts.request(`${path}${path.includes('?') ? '&' : '?'}${size}`, token, position);
    },
    onNewEpoch: app.requeue.requeueAcknowledged,
  });
}
