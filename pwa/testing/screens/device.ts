import { onTestFinished } from 'vitest';
import { arrive, openWorld, type World } from '../../../e2e/sync/testing/world.ts';
import type { People } from '../../../sync-server/testing/people.ts';
import { dismissActionError } from '../../session/action-error.ts';
import type { PrivateStore } from '../../store/database/private-store.ts';

/** What a screen is rendered over: the storage of a browser, and a server behind a network. */
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
  sessionStorage.clear();
  dismissActionError();
  const store = who === 'visitor' ? null : await arrive(world, world.server.people[who]);
  onTestFinished(() => setBrowserOnline(true));
  return { ...world, store };
}

/** The network of the device fails, and the browser says so. */
export function goOffline({ network }: Device): void {
  network.isDown = true;
  setBrowserOnline(false);
}

function setBrowserOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

export function goOnline({ network }: Device): void {
  network.isDown = false;
  setBrowserOnline(true);
}
