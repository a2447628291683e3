import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { findCatalogueTime } from '../store/public/catalogue.ts';
import { openPublicStore } from '../store/public/public-store.ts';
import { listDatabases, resetDevice, signInAs } from '../testing/device.ts';
import { alice } from '../testing/people.ts';
import { startConnectionMonitor } from './start-connection-monitor.ts';
import { syncStatus } from './status/status.ts';

const fetched = vi.fn(async () => new Response(JSON.stringify({ courses: [] })));
let stop = () => {};

beforeEach(async () => {
  await resetDevice();
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  stop = startConnectionMonitor();
});

afterEach(() => {
  dispatchEvent(new Event('online'));
  stop();
  vi.unstubAllGlobals();
});

describe('the connection monitor of a visitor', () => {
  it('reports when the connection is lost, and fetches the catalogue when it is back', async () => {
    expect(syncStatus.get().kind).toBe('sent');
    dispatchEvent(new Event('offline'));
    expect(syncStatus.get().kind).toBe('offline');
    dispatchEvent(new Event('online'));
    expect(syncStatus.get().kind).toBe('sent');
    await waitFor(async () => expect(await findCatalogueTime(openPublicStore())).not.toBeNull());
    expect((await listDatabases()).join()).not.toContain('user');
  });

  it('leaves the status to the engine when a user is known', () => {
    signInAs(alice);
    dispatchEvent(new Event('offline'));
    expect(syncStatus.get().kind).toBe('sent');
  });

  it('starts once', () => {
    expect(startConnectionMonitor()).toBe(stop);
  });
});
