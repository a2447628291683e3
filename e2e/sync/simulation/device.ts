import { AsyncLocalStorage } from 'node:async_hooks';
import { Dexie } from 'dexie';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { vi } from 'vitest';
import { createLocks } from '../../../pwa/testing/fake-locks.ts';
import { createStorage } from '../../../pwa/testing/fake-storage.ts';

/*
 * Several devices in one process. Each has the app's modules to itself, with their own state, and a storage,
 * databases, locks, a line and a clock of its own. Whatever runs, however often it awaits, knows whose it is
 * by the async context that it was started in; the platform's globals answer for that device.
 */

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** The app's modules as one device has them. */
async function loadApp() {
  vi.resetModules();
  return {
    token: await import('../../../pwa/api/token.ts'),
    knownUser: await import('../../../pwa/store/known-user.ts'),
    privateStore: await import('../../../pwa/store/private-store.ts'),
    outboxRows: await import('../../../pwa/store/outbox.ts'),
    admin: await import('../../../pwa/store/admin.ts'),
    adminCourses: await import('../../../pwa/store/admin-courses.ts'),
    keptCourses: await import('../../../pwa/store/kept-courses.ts'),
    progressRows: await import('../../../pwa/store/progress.ts'),
    replay: await import('../../../pwa/sync/replay.ts'),
    leader: await import('../../../pwa/sync/leader.ts'),
    pull: await import('../../../pwa/sync/pull.ts'),
    decide: await import('../../../pwa/sync/decide.ts'),
    outbox: await import('../../../pwa/sync/outbox.ts'),
    editor: await import('../../../pwa/sync/editor-commands.ts'),
    progress: await import('../../../pwa/sync/record-progress.ts'),
    refresh: await import('../../../pwa/sync/refresh.ts'),
    requeue: await import('../../../pwa/sync/requeue.ts'),
    overlay: await import('../../../pwa/sync/overlay.ts'),
  };
}
export type App = Awaited<ReturnType<typeof loadApp>>;

export class Device {
  readonly name: string;
  storage = createStorage();
  databases = new IDBFactory();
  locks = createLocks();
  /** How far its clock is off, in ms. */
  clockOffsetMs = 0;
  /** After so many writes more the disk is full, for one write. */
  writesUntilFull = Number.POSITIVE_INFINITY;
  /** Whether its browser knows Web Locks. */
  hasLocks = true;
  fetch: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  app: App | null = null;

  private constructor(name: string) {
    this.name = name;
  }

  /** A device with the app on it. Made once; {@link reset} makes it new again. */
  static async create(name: string): Promise<Device> {
    const device = new Device(name);
    device.app = await device.run(loadApp);
    return device;
  }

  get loaded(): App {
    if (this.app === null) throw new Error(`${this.name} has no app yet`);
    return this.app;
  }

  /** Runs something on this device, and all that comes of it. */
  run<T>(work: () => T): T {
    return here.run(this, work);
  }

  /** As it comes from the shop. */
  reset(): void {
    const { knownUser, privateStore, token } = this.loaded;
    this.run(() => {
      const user = knownUser.readKnownUser();
      if (user !== null) privateStore.leavePrivateStore(user.id);
      token.removeToken();
      knownUser.forgetKnownUser();
    });
    this.storage = createStorage();
    this.databases = new IDBFactory();
    this.locks = createLocks();
    this.clockOffsetMs = 0;
    this.writesUntilFull = Number.POSITIVE_INFINITY;
    this.hasLocks = true;
  }
}

const here = new AsyncLocalStorage<Device>();

function currentDevice(): Device {
  const device = here.getStore();
  if (device === undefined) throw new Error('This runs on no device');
  return device;
}

const RealDate = Date;
let realNowMs = RealDate.parse('2026-11-21T08:00:00.000Z');

/** The time that the world agrees on; devices are off it by their own offset. */
export const worldClock = {
  now: () => realNowMs,
  advance: (ms: number) => {
    realNowMs += ms;
  },
  set: (ms: number) => {
    realNowMs = ms;
  },
};

/** The clock of whoever asks: a device's own, or the world's. */
class DeviceDate extends RealDate {
  constructor(...args: [] | [value: number | string | Date]) {
    if (args.length === 0) super(DeviceDate.now());
    else super(args[0]);
  }
  static override now(): number {
    return realNowMs + (here.getStore()?.clockOffsetMs ?? 0);
  }
}

/** Puts the devices' globals in the place of the platform's. */
export function installDevices(): void {
  vi.stubGlobal('Date', DeviceDate);
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => currentDevice().fetch(path, init));
  answerFor('localStorage', () => here.getStore()?.storage);
  answerFor('indexedDB', () => here.getStore()?.databases);
  answerFor('navigator', () => {
    const device = here.getStore();
    return { onLine: true, userAgent: 'test', locks: device?.hasLocks ? device.locks : undefined };
  });
  fillDisks();
  Object.defineProperty(Dexie.dependencies, 'indexedDB', {
    configurable: true,
    get: () => here.getStore()?.databases,
  });
}

/** A write to a full disk fails as browsers let it fail. */
function fillDisks(): void {
  const { put, add } = IDBObjectStore.prototype;
  const whenFull = () => {
    const device = here.getStore();
    if (device === undefined || --device.writesUntilFull > 0) return;
    device.writesUntilFull = Number.POSITIVE_INFINITY;
    throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  IDBObjectStore.prototype.put = function (...args) {
    whenFull();
    return put.apply(this, args);
  };
  IDBObjectStore.prototype.add = function (...args) {
    whenFull();
    return add.apply(this, args);
  };
}

function answerFor(name: string, get: () => unknown): void {
  Object.defineProperty(globalThis, name, { configurable: true, get });
}
