import { Dexie, type PromiseExtended } from 'dexie';
import { vi } from 'vitest';
import { createRandom } from '#e2e/sync/testing/random.ts';
import { MemoryCaches } from '#pwa/downloads/testing/memory-caches.ts';
import { createWebLocks } from '#pwa/testing/fake-locks.ts';
import { createStorage } from '#pwa/testing/fake-storage.ts';
import { nextStoreVersion } from '#pwa/testing/next-store-version.ts';
import { dateBy, worldClock } from './clock.ts';
import { type Contents, Disk } from './disk.ts';
import { importEditor } from './import-editor.ts';
import { importLoops } from './import-loops.ts';
import { importQuizzes } from './import-quizzes.ts';
import { Ids, loadFor } from './machine.ts';
import { storageOfTab } from './tab-storage.ts';
import { Timers } from './timers.ts';

/*
 * Several devices in one process. Each has its own instance of the app's modules with their state, and its
 * own storage, databases, locks, network and clock.
 */

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Small videos take several pieces, and the piece size does not depend on the connection speed of an earlier
 * run.
 */
const smallPieces = () => ({
  pieceBytes: () => 16 * 1024,
  growPiece: () => undefined,
  shrinkPiece: () => undefined,
});

/** Nothing is downloaded here. */
const noFiles = () => ({ removeCachedFiles: async () => undefined });

async function importApp() {
  // Of a made-up next version, which upgrades the stores of released ones.
  const { storeVersions } = await import('#pwa/store/database/store-versions.ts');
  storeVersions.push(nextStoreVersion(storeVersions));
  // Lazily loaded modules are imported in advance: the duration of an import does not depend on the seed.
  await import('#pwa/sync/replay/admin-replay.ts');
  await import('#pwa/store/admin/pull-admin.ts');
  await import('#pwa/session/sign-out/departing.ts');
  return {
    session: await import('#pwa/session/session.ts'),
    recovery: {
      ...(await import('#pwa/api/call.ts')),
      ...(await import('#pwa/features/recovery/request-code.ts')),
      ...(await import('#pwa/features/recovery/recovery-session.ts')),
    },
    token: await import('#pwa/api/token.ts'),
    knownUser: await import('#pwa/store/database/known-user.ts'),
    privateStore: await import('#pwa/store/database/private-store.ts'),
    blocked: await import('#pwa/store/database/blocked.ts'),
    acknowledged: await import('#pwa/store/account/acknowledged/bound-outbox.ts'),
    canary: {
      ...(await import('#pwa/store/account/canary.ts')),
      ...(await import('#pwa/store/account/canary-note.ts')),
    },
    unsentCopy: {
      ...(await import('#pwa/store/account/unsent-copy.ts')),
      ...(await import('#pwa/sync/copy/restore-copy.ts')),
      ...(await import('#pwa/sync/copy/unsent-copier.ts')),
    },
    spentCopies: await import('#pwa/store/account/spent-copies.ts'),
    outboxRows: await import('#pwa/store/account/outbox.ts'),
    admin: await import('#pwa/store/admin/admin.ts'),
    adminCourses: await import('#pwa/store/admin/admin-courses.ts'),
    downloadedCourses: await import('#pwa/store/offline/offline-courses.ts'),
    progressRows: await import('#pwa/store/account/progress.ts'),
    replay: await import('#pwa/sync/replay/replay.ts'),
    replayLock: await import('#pwa/sync/replay/lock.ts'),
    pull: await import('#pwa/sync/pull/pull.ts'),
    pullState: await import('#pwa/store/account/pull-state.ts'),
    decide: await import('#pwa/sync/conflicts/decide.ts'),
    outbox: await import('#pwa/sync/outbox/outbox.ts'),
    redeem: await import('#pwa/sync/enqueue/redeem-code.ts'),
    editor: await import('#pwa/sync/enqueue/editor-commands.ts'),
    progress: await import('#pwa/sync/enqueue/record-progress.ts'),
    refresh: await import('#pwa/sync/pull/refresh.ts'),
    requeue: await import('#pwa/sync/outbox/requeue-acknowledged.ts'),
    pendingProfile: await import('#pwa/sync/commands/pending-profile.ts'),
    profile: await import('#pwa/sync/enqueue/update-fields.ts'),
    adminCommands: await import('#pwa/sync/enqueue/admin-commands.ts'),
    outboxFile: await import('#pwa/sync/outbox/outbox-file.ts'),
    storeUpload: await import('#pwa/sync/uploads/store-upload.ts'),
    uploads: await import('#pwa/sync/uploads/uploads.ts'),
    uploadState: await import('#pwa/sync/uploads/upload-state.ts'),
    uploadRows: await import('#pwa/store/account/uploads.ts'),
    overlay: await import('#pwa/sync/commands/overlay.ts'),
    quizzes: await importQuizzes(),
    editorDrafts: await importEditor(),
    loops: await importLoops(),
  };
}
export type App = Awaited<ReturnType<typeof importApp>>;

/** The data of a device while the app is not running. */
export interface Memory {
  readonly items: readonly (readonly [key: string, item: string])[];
  readonly databases: Contents;
}

/** What the tabs of one device share. */
interface Machine {
  readonly storage: Storage;
  readonly disk: Disk;
  readonly caches: MemoryCaches;
  /** Those that are part of the run. */
  readonly openTabs: Set<Device>;
  locks: ReturnType<typeof createWebLocks>;
  clockOffsetMs: number;
  hasLocks: boolean;
}

const newMachine = (): Machine => ({
  ...{ storage: createStorage(), disk: new Disk(), caches: new MemoryCaches(), openTabs: new Set() },
  ...{ locks: createWebLocks(), clockOffsetMs: 0, hasLocks: true },
});

export class Device {
  readonly name: string;
  /** Its usual user. */
  readonly owner: string;
  readonly #machine: Machine;
  readonly #storage: Storage;
  readonly #ids = new Ids(() => this.now());
  readonly disk: Disk;
  readonly caches: MemoryCaches;
  isSecondTab = false;
  readonly timers = new Timers();
  /** Its window receives the events of the browser. */
  readonly events = new EventTarget();
  #random = createRandom(0);
  fetch: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  #app: App | null = null;

  private constructor(name: string, owner: string, machine: Machine) {
    this.name = name;
    this.owner = owner;
    this.#machine = machine;
    this.disk = machine.disk;
    this.caches = machine.caches;
    this.#storage = storageOfTab(machine.storage, (key) => this.#notifyOtherTabs(key));
  }

  /**
   * A device with the app on it. Created once; {@link reset} starts a run with it.
   *
   * @param batchRows how many commands it sends at once
   */
  static create(name: string, owner: string, batchRows: number): Promise<Device> {
    return Device.#load(new Device(name, owner, newMachine()), batchRows);
  }

  /** Another tab of a device, with an instance of the app of its own. */
  static createTab(first: Device, batchRows: number): Promise<Device> {
    const tab = new Device(`${first.name} tab`, first.owner, first.#machine);
    tab.isSecondTab = true;
    return Device.#load(tab, batchRows);
  }

  static async #load(device: Device, batchRows: number): Promise<Device> {
    vi.doMock('dexie', (original) => device.#dexieInstead(original));
    vi.doMock('uuid', device.#ids.instead);
    vi.doMock('#pwa/sync/uploads/piece-size.ts', smallPieces);
    vi.doMock('#pwa/downloads/cache/remove-cached-files.ts', noFiles);
    vi.doMock('#pwa/sync/replay/schedule/batch-size.ts', () => ({ BATCH_ROWS: batchRows }));
    device.#app = await loadFor(device.#globals(), importApp);
    vi.doUnmock('dexie');
    vi.doUnmock('uuid');
    vi.doUnmock('#pwa/sync/uploads/piece-size.ts');
    vi.doUnmock('#pwa/downloads/cache/remove-cached-files.ts');
    vi.doUnmock('#pwa/sync/replay/schedule/batch-size.ts');
    return device;
  }

  get loaded(): App {
    if (this.#app === null) throw new Error(`${this.name} has no app yet`);
    return this.#app;
  }

  now(): number {
    return worldClock.now() + this.clockOffsetMs;
  }

  /** Offset of its clock, in ms. */
  get clockOffsetMs(): number {
    return this.#machine.clockOffsetMs;
  }

  set clockOffsetMs(ms: number) {
    this.#machine.clockOffsetMs = ms;
  }

  /** Its Web Locks; undefined without them. */
  get locks() {
    return this.#machine.hasLocks ? this.#machine.locks : undefined;
  }

  /** Whether its browser supports Web Locks. */
  set hasLocks(hasLocks: boolean) {
    this.#machine.hasLocks = hasLocks;
  }

  /** Resets the device to a remembered state, or to a new device. Its other tabs are closed. */
  async reset(seed: number, memory: Memory | null): Promise<void> {
    const { knownUser, privateStore } = this.loaded;
    const machine = this.#machine;
    machine.openTabs.clear();
    const last = knownUser.readKnownUser();
    machine.storage.clear();
    for (const [key, item] of memory?.items ?? []) machine.storage.setItem(key, item);
    const user = knownUser.readKnownUser();
    if (last !== null && last.id !== user?.id) privateStore.leavePrivateStore(last.id);
    await privateStore.findPrivateStore()?.database.open();
    machine.caches.clear();
    await this.disk.replace(memory?.databases ?? new Map());
    machine.locks = createWebLocks();
    machine.clockOffsetMs = 0;
    machine.hasLocks = true;
    this.#begin(seed);
  }

  /** Opens a tab beside the one that was reset. */
  async open(seed: number): Promise<void> {
    this.#begin(seed);
    await this.loaded.privateStore.findPrivateStore()?.database.open();
  }

  #begin(seed: number): void {
    this.#machine.openTabs.add(this);
    this.#ids.reset(seed);
    this.#random = createRandom(seed);
    this.timers.clear();
  }

  #notifyOtherTabs(key: string | null): void {
    const others = [...this.#machine.openTabs].filter((tab) => tab !== this);
    if (others.length === 0) return;
    setImmediate(() => {
      for (const { events } of others) events.dispatchEvent(Object.assign(new Event('storage'), { key }));
    });
  }

  async remember(): Promise<Memory> {
    const keys = Array.from({ length: this.#storage.length }, (_, at) => this.#storage.key(at) ?? '');
    const items = keys.map((key) => [key, this.#storage.getItem(key) ?? ''] as const);
    return { items, databases: await this.disk.read() };
  }

  #globals() {
    const findLocks = () => this.locks;
    const navigator = {
      ...{ onLine: true, userAgent: 'test' },
      get locks() {
        return findLocks();
      },
    };
    return {
      ...this.timers.globals,
      addEventListener: this.events.addEventListener.bind(this.events),
      removeEventListener: this.events.removeEventListener.bind(this.events),
      Math: Object.create(Math, { random: { value: () => this.#random.below(1_000_000) / 1_000_000 } }),
      Date: dateBy(() => this.now()),
      performance: { now: () => worldClock.now() },
      fetch: (path: string, init?: RequestInit) => this.fetch(path, init),
      crypto: globalThis.crypto,
      localStorage: this.#storage,
      indexedDB: this.disk.databases,
      caches: this.caches,
      navigator,
    };
  }

  /** Makes the app's Dexie use this device's databases. */
  async #dexieInstead(original: () => Promise<object>): Promise<object> {
    const device = this;
    class OwnDexie extends Dexie {
      constructor(name: string, options: ConstructorParameters<typeof Dexie>[1] = {}) {
        super(name, { ...options, indexedDB: device.disk.databases });
      }
      static override exists(name: string): PromiseExtended<boolean> {
        const listed = Dexie.Promise.resolve(device.disk.databases.databases());
        return listed.then((all) => all.some((one) => one.name === name));
      }
    }
    return { ...(await original()), Dexie: OwnDexie, liveQuery: device.disk.commits.liveQuery };
  }
}
