import { setImmediate } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { arrive, openWorld, unlock, type World } from '#e2e/sync/testing/world.ts';
import { dismissActionError } from '#pwa/session/action-error.ts';
import { refreshUser } from '#pwa/session/session.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import { leavePrivateStore, openPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { downloadCourse } from '#pwa/sync/pull/refresh.ts';
import { media } from '#pwa/ui/layout/breakpoints.ts';
import type { People } from '#sync-server/testing/people.ts';

/** Turns of the event loop without a request, after which the work that a reply started has ended. */
const QUIET_TURNS = 50;

/** The environment of a rendered screen: the storage of a browser, and a server behind a network. */
export interface Device extends World {
  /** The store of the signed-in user; null for a visitor. */
  readonly store: PrivateStore | null;
}

/** A new device of a visitor or of a signed-in user, and a new server. */
export async function openDevice(
  who: 'visitor' | keyof People,
  ...options: Parameters<typeof openWorld>
): Promise<Device> {
  const world = await openWorld(...options);
  finishRequestsWithTest(world);
  sessionStorage.clear();
  dismissActionError();
  const store = who === 'visitor' ? null : await arrive(world, world.server.people[who]);
  onTestFinished(() => setBrowserOnline(true));
  return { ...world, store };
}

/**
 * A test ends when its requests have: a late reply would be written into the store of the next test, whose
 * user has the same id. Writes that are still under way, such as a page of the pull on a busy machine, fail once the store
 * is closed.
 */
function finishRequestsWithTest({ network }: World): void {
  const inFlight = new Set<Promise<Response>>();
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const reply = network.fetch(path, init);
    inFlight.add(reply);
    const end = () => inFlight.delete(reply);
    reply.then(end, end);
    return reply;
  });
  onTestFinished(async () => {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      if (inFlight.size > 0) turns = 0;
      await Promise.allSettled(inFlight);
      await setImmediate();
    }
    const user = readKnownUser();
    if (user !== null) leavePrivateStore(user.id);
  });
}

/** Alice's device, with the course tides unlocked and downloaded. */
export async function openLearner(...options: Parameters<typeof openWorld>) {
  const device = await openDevice('alice', ...options);
  await unlock(device, device.server.people.alice, 'tides', 'TIDES-CODE-1');
  await refreshUser();
  await downloadCourse('tides');
  return { ...device, store: openPrivateStore('alice') };
}

/** The network of the device fails, and the browser says so. */
export function goOffline({ network }: Device): void {
  network.isDown = true;
  setBrowserOnline(false);
}

/** Every call fails in the server, without a message: a list cannot arrive by another call either. */
export function failAllCalls(): void {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }));
}

function setBrowserOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** The window is as wide as the layout with two columns needs. */
export function widenWindow(): void {
  const quiet = window.matchMedia;
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      query === media['--wide'] ? Object.assign(quiet(query), { matches: true }) : quiet(query),
    );
  onTestFinished(() => spy.mockRestore());
}

export function goOnline({ network }: Device): void {
  network.isDown = false;
  setBrowserOnline(true);
}
