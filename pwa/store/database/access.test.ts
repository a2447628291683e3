import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blockDatabases } from '#pwa/testing/block-site-data.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import { alice, bob } from '#pwa/testing/people.ts';
import { deviceMessages } from '#schema/messages/device-messages.ts';
import { waitFor } from '#schema/testing/wait-for.ts';
import { putCatalogue } from '../public/catalogue.ts';
import { openPublicStore } from '../public/public-store.ts';
import { read, readAtOnce, write } from './access.ts';
import { storeUnavailable } from './blocked.ts';
import { StoreGoneError } from './errors.ts';
import { forgetKnownUser } from './known-user.ts';
import { findPrivateStore, openPrivateStore, type PrivateStore, type Tx } from './private-store.ts';
import { StorageFullError } from './storage-errors.ts';

const row = { key: 'typed', value: 'some words' };
let store: PrivateStore;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
});

afterEach(() => {
  vi.restoreAllMocks();
});

function failOnce(name: string, inner?: Error) {
  const error = Object.assign(new Error(name), { name, inner });
  return vi.spyOn(store.database, 'transaction').mockRejectedValueOnce(error);
}

describe('access to a store', () => {
  it.each(['UnknownError', 'DatabaseClosedError', 'InvalidStateError'])(
    'reopens once and continues after an %s, as on iOS',
    async (name) => {
      failOnce(name);
      await write(store, [store.state], (tx) => tx.state.put(row));
      expect(await read(store, () => store.state.get('typed'))).toEqual(row);
    },
  );

  it('reads tables as of one moment, even if another transaction writes between the reads', async () => {
    const drafted = { id: 'typed', value: 'some words', updatedAt: '', v: 1 };
    const countBoth = async () => [
      await store.drafts.count(),
      await store.state.where({ key: 'typed' }).count(),
    ];
    await write(store, [store.state], (tx) => tx.state.put(row));
    let moved: Promise<unknown> = Promise.resolve();
    const found = await readAtOnce(store, [store.state, store.drafts], async (tx) => {
      const inDrafts = await tx.drafts.count();
      moved = Dexie.ignoreTransaction(() =>
        write(store, [store.state, store.drafts], ({ drafts, state }) =>
          Promise.all([drafts.put(drafted), state.delete('typed')]),
        ),
      );
      // Time enough for the writer to interleave, if it could.
      for (let i = 0; i < 50; i += 1) await tx.drafts.count();
      return [inDrafts, await tx.state.where({ key: 'typed' }).count()];
    });
    expect(found).toEqual([0, 1]);
    await moved;
    expect(await countBoth()).toEqual([1, 0]);
  });

  it('does not retry forever', async () => {
    vi.spyOn(store.database, 'transaction').mockRejectedValue(
      Object.assign(new Error(), { name: 'UnknownError' }),
    );
    await expect(write(store, [store.state], (tx) => tx.state.put(row))).rejects.toThrow();
    expect(store.database.transaction).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['by its name', () => failOnce('QuotaExceededError')],
    [
      'inside an AbortError',
      () => failOnce('AbortError', Object.assign(new Error(), { name: 'QuotaExceededError' })),
    ],
  ])('throws StorageFullError when the quota is exceeded, %s', async (_, fail) => {
    fail();
    const failure = write(store, [store.state], (tx) => tx.state.put(row));
    await expect(failure).rejects.toBeInstanceOf(StorageFullError);
    await expect(failure).rejects.toThrow(/Not enough storage.*still on the screen.*Free up storage/s);
  });

  it('stores nothing of a transaction that fails half way', async () => {
    const failure = write(store, [store.state, store.drafts], async (tx) => {
      await tx.state.put(row);
      throw new Error('half way');
    });
    await expect(failure).rejects.toThrow('half way');
    expect(await read(store, () => store.state.count())).toBe(0);
  });

  it('stays in its transaction after a native promise was awaited', async () => {
    const putTwice = async (tx: Tx) => {
      await (async () => tx.state.put(row))();
      await (async () => tx.drafts.put({ id: 'later', value: '', updatedAt: '', v: 1 }))();
      throw new Error('at the end');
    };
    const failure = write(store, [store.state, store.drafts], putTwice);
    await expect(failure).rejects.toThrow('at the end');
    expect(await read(store, () => store.state.count())).toBe(0);
    expect(await read(store, () => store.drafts.count())).toBe(0);
  });

  it('opens both stores with strict durability', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await write(store, [store.state], (tx) => tx.state.put(row));
    await putCatalogue(openPublicStore(), [], '2026-11-21T08:00:00.000Z');
    const writes = transaction.mock.calls.filter(
      ([tables, mode]) => tables !== 'mirror' && mode === 'readwrite',
    );
    expect(writes.map(([, , options]) => options)).toEqual([
      { durability: 'strict' },
      { durability: 'strict' },
    ]);
  });
});

describe('a private store', () => {
  it('opens only for the known user', () => {
    expect(() => openPrivateStore(bob.id)).toThrow(StoreGoneError);
  });

  it('is closed to open handles when another user signs in', async () => {
    signInAs(bob);
    await expect(read(store, () => store.state.count())).rejects.toBeInstanceOf(StoreGoneError);
    await expect(write(store, [store.state], (tx) => tx.state.put(row))).rejects.toBeInstanceOf(
      StoreGoneError,
    );
  });

  it('accepts no writes from work that was under way at sign-out', async () => {
    await read(store, () => store.state.count());
    const work = write(store, [store.state], (tx) => tx.state.put(row));
    forgetKnownUser();
    await expect(work).rejects.toBeInstanceOf(StoreGoneError);
    expect(findPrivateStore()).toBeNull();
  });

  it('stays closed when another tab deletes it', async () => {
    await store.database.open();
    indexedDB.deleteDatabase(store.database.name);
    await waitFor(() => expect(store.isGone).toBe(true));
    await expect(write(store, [store.state], (tx) => tx.state.put(row))).rejects.toBeInstanceOf(
      StoreGoneError,
    );
  });
});

describe('a store that the browser does not open', () => {
  it.each([
    ['read', () => read(store, () => store.state.get('typed'))],
    ['write', () => write(store, [store.state], (tx) => tx.state.put(row))],
  ])('fails a %s with a sentence, and is known to be unavailable until it opens', async (_, access) => {
    store.database.close({ disableAutoOpen: false });
    const allow = blockDatabases();
    await expect(access()).rejects.toThrow(deviceMessages.storeUnavailable);
    expect(storeUnavailable.get()).toBe(true);
    allow();
    await access();
    expect(storeUnavailable.get()).toBe(false);
  });

  it('is full, for an edit, when it may have no space at all', async () => {
    store.database.close({ disableAutoOpen: false });
    const allow = blockDatabases('QuotaExceededError');
    await expect(write(store, [store.state], (tx) => tx.state.put(row))).rejects.toThrow(
      deviceMessages.storageFull,
    );
    await expect(read(store, () => store.state.get('typed'))).rejects.toThrow(
      deviceMessages.storeUnavailable,
    );
    allow();
  });
});
