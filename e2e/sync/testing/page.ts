import { onTestFinished, vi } from 'vitest';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';

/** The app's modules as one page (or tab) loads them: their own state, the device's shared storage. */
export interface Page {
  readonly session: typeof import('#pwa/session/session.ts');
  readonly outbox: typeof import('#pwa/sync/outbox/outbox.ts');
  readonly progress: typeof import('#pwa/sync/enqueue/record-progress.ts');
  readonly refresh: typeof import('#pwa/sync/pull/refresh.ts');
  readonly catalogue: typeof import('#pwa/sync/pull/refresh-catalogue.ts');
  readonly status: typeof import('#pwa/sync/status/status.ts');
  readonly store: typeof import('#pwa/store/database/private-store.ts');
  readonly sync: typeof import('#pwa/sync/start.ts');
  /** Ends the page's background work. */
  close(): void;
}

/** Opens a page as a reload does. With `isStarted` its session and sync engine run. */
export async function openPage({ isStarted = true } = {}): Promise<Page> {
  vi.resetModules();
  const session = await import('#pwa/session/session.ts');
  const sync = await import('#pwa/sync/start.ts');
  const page = {
    session,
    sync,
    outbox: await import('#pwa/sync/outbox/outbox.ts'),
    progress: await import('#pwa/sync/enqueue/record-progress.ts'),
    refresh: await import('#pwa/sync/pull/refresh.ts'),
    catalogue: await import('#pwa/sync/pull/refresh-catalogue.ts'),
    status: await import('#pwa/sync/status/status.ts'),
    store: await import('#pwa/store/database/private-store.ts'),
  };
  let stop = () => {};
  if (isStarted) {
    await session.startSession();
    stop = sync.startSync();
  }
  onTestFinished(() => stop());
  return { ...page, close: () => stop() };
}

/** The unsent commands of a page's current user; empty when signed out. */
export async function unsentOf(page: Page): Promise<OutboxRow[]> {
  const { listUnsent } = await import('#pwa/store/account/outbox.ts');
  const store = page.store.findPrivateStore();
  return store === null ? [] : listUnsent(store);
}

/** Replaces the page on this device, as after a reload. */
export async function reload(page: Page): Promise<Page> {
  page.close();
  return openPage();
}
