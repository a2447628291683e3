import * as v from 'valibot';
import { throughFreezes } from './bfcache.ts';
import { done, finished } from './indexed-db.ts';

/*
 * Browsers write localStorage to the disk with a delay of up to minutes. A phone that dies before that would
 * forget who signed in, or who signed out. So every change of our own items is also written to IndexedDB with
 * strict durability, as one snapshot with an increasing change count: after a crash the newer of the two
 * wins.
 */
const DATABASE = 'carrel-device';
const TABLE = 'mirror';
const KEY = 'items';

const Mirror = v.object({ stamp: v.number(), items: v.record(v.string(), v.string()) });
export type Mirror = v.InferOutput<typeof Mirror>;

/** A browser that was killed may need a moment until its databases open again. */
const TRY_AGAIN_AFTER_MS = [40, 160, 600];

/** Returns the last snapshot on the disk; null if there is none or the browser blocks it. */
export async function readMirror(): Promise<Mirror | null> {
  for (const waitMs of [...TRY_AGAIN_AFTER_MS, null]) {
    try {
      return await readOnce();
    } catch {
      if (waitMs !== null) await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return null;
}

function readOnce(): Promise<Mirror | null> {
  return withDatabase(async (db) => {
    const value: unknown = await done(db.transaction(TABLE).objectStore(TABLE).get(KEY));
    const parsed = v.safeParse(Mirror, value);
    return parsed.success ? parsed.output : null;
  });
}

/**
 * Writes a snapshot unless there is a newer one. Never throws: without a mirror, localStorage alone is used.
 */
export async function writeMirror(mirror: Mirror): Promise<void> {
  try {
    await withDatabase(async (db) => {
      const transaction = db.transaction(TABLE, 'readwrite', { durability: 'strict' });
      const table = transaction.objectStore(TABLE);
      const stored = v.safeParse(Mirror, await done(table.get(KEY)));
      if (!stored.success || stored.output.stamp < mirror.stamp) table.put(mirror, KEY);
      await finished(transaction);
    });
  } catch {
    // Blocked or full: the items are still in localStorage.
  }
}

/** Closes the connection also when `work` fails: an open one would block each deletion of the database. */
function withDatabase<T>(work: (db: IDBDatabase) => Promise<T>): Promise<T> {
  return throughFreezes(async () => {
    const db = await open();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  });
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
  return done(request);
}
