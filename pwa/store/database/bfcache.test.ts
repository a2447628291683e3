import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { abortInBfcache } from '#pwa/device/bfcache.ts';
import { done, finished } from '#pwa/device/indexed-db.ts';
import { readMirror, writeMirror } from '#pwa/device/mirror.ts';
import { openPublicStore } from '#pwa/store/public/public-store.ts';
import { deleteDatabase, resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice } from '#pwa/testing/people.ts';
import { readAtOnce, write } from './access.ts';
import { privateStoreName } from './private-store-name.ts';

/** As the next page has it. */
const { transaction } = IDBDatabase.prototype;
const { open } = IDBFactory.prototype;

beforeEach(resetDevice);
afterEach(() => {
  isHeld = false;
  send('pageshow', true);
  IDBDatabase.prototype.transaction = transaction;
  IDBFactory.prototype.open = open;
  vi.unstubAllGlobals();
});

/** What a browser tells a page that it puts into the back-forward cache (`persisted`), or shows again. */
function send(name: 'pagehide' | 'pageshow', persisted: boolean): void {
  globalThis.dispatchEvent(Object.assign(new Event(name), { persisted }));
}

let isHeld = false;

/** Longer than a test holds a transaction. */
const HELD_MAX = 2_000;

/** Requests that follow each other keep a transaction open; `begun` resolves after the first one. */
function createHold() {
  isHeld = true;
  let noteBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    noteBegun = resolve;
  });
  const until = async (request: () => PromiseLike<unknown>) => {
    for (let count = 0; isHeld && count < HELD_MAX; count += 1) {
      await request();
      noteBegun();
    }
    isHeld = false;
  };
  return { begun, until };
}

/** A transaction of the next page over a table of Alice's store; resolves when it is committed. */
async function writeInNextPage(): Promise<void> {
  const db = await done(indexedDB.open(privateStoreName(alice.id)));
  const next = transaction.call(db, ['state'], 'readwrite');
  next.objectStore('state').put({ key: 'next', value: 1 });
  await finished(next);
  db.close();
}

it.each(['reading', 'writing'])(
  'a page that is frozen while it is %s lets the next one write',
  async (doing) => {
    abortInBfcache();
    const store = signInAs(alice);
    const hold = createHold();
    const result =
      doing === 'reading'
        ? readAtOnce(store, [store.state], (tx) => hold.until(() => tx.state.count()))
        : write(store, [store.state], async (tx) => {
            await tx.state.put({ key: 'mine', value: 1 });
            await hold.until(() => tx.state.count());
          });
    await hold.begun;
    send('pagehide', true);
    await writeInNextPage();
    expect(isHeld).toBe(true);
    isHeld = false;
    send('pageshow', true);
    await result;
    if (doing === 'writing') expect(await store.state.get('mine')).toEqual({ key: 'mine', value: 1 });
  },
);

async function stateOfNextPage(key: string): Promise<IDBRequest<unknown>> {
  const db = await done(indexedDB.open(privateStoreName(alice.id)));
  const request: IDBRequest<unknown> = transaction.call(db, ['state']).objectStore('state').get(key);
  request.addEventListener('success', () => db.close());
  return request;
}

it('a page that is frozen while it creates its store lets the next one open it', async () => {
  abortInBfcache();
  const store = signInAs(alice);
  const creating = new Promise<void>((resolve) => {
    const { createObjectStore } = IDBDatabase.prototype;
    const spy = vi.spyOn(IDBDatabase.prototype, 'createObjectStore');
    spy.mockImplementationOnce(function create(this: IDBDatabase, ...args) {
      const table = createObjectStore.apply(this, args);
      createHold()
        .until(() => done(table.count()))
        .catch(() => undefined);
      resolve();
      return table;
    });
  });
  const written = write(store, [store.state], (tx) => tx.state.put({ key: 'mine', value: 1 }));
  await creating;
  send('pagehide', true);
  const next = open.call(indexedDB, privateStoreName(alice.id));
  (await done(next)).close();
  expect(isHeld).toBe(true);
  isHeld = false;
  await deleteDatabase(privateStoreName(alice.id));
  send('pageshow', true);
  await written;
  expect(await store.state.get('mine')).toEqual({ key: 'mine', value: 1 });
});

it('what a frozen page would write waits until it is shown again', async () => {
  abortInBfcache();
  const store = signInAs(alice);
  await store.state.count();
  send('pagehide', true);
  const written = write(store, [store.state], (tx) => tx.state.put({ key: 'mine', value: 1 }));
  await writeInNextPage();
  expect(await done(await stateOfNextPage('mine'))).toBe(undefined);
  send('pageshow', true);
  await written;
  expect(await store.state.get('mine')).toEqual({ key: 'mine', value: 1 });
});

it('public data and the mirror are written when the page is shown again', async () => {
  abortInBfcache();
  const both = Promise.all([
    openPublicStore().write((tables) => void tables.appState.put({ key: 'mine', value: 1 })),
    writeMirror({ stamp: 7, items: {} }),
  ]);
  send('pagehide', true);
  send('pageshow', true);
  await both;
  expect(await openPublicStore().read((tables) => done(tables.appState.get('mine')))).toMatchObject({
    value: 1,
  });
  expect(await readMirror()).toEqual({ stamp: 7, items: {} });
});

it.each([
  ['a page that is left for good', false, {}],
  ['a page in Chromium, which commits it', true, { userAgentData: {} }],
])('does not abort the write of %s', async (_, persisted, more) => {
  const { locks } = navigator;
  vi.stubGlobal('navigator', { locks, ...more });
  abortInBfcache();
  const store = signInAs(alice);
  const hold = createHold();
  const written = write(store, [store.state], async (tx) => {
    await tx.state.put({ key: 'mine', value: 1 });
    await hold.until(() => tx.state.count());
  });
  await hold.begun;
  send('pagehide', persisted);
  isHeld = false;
  await written;
  expect(await store.state.get('mine')).toEqual({ key: 'mine', value: 1 });
});
