import * as v from 'valibot';
import { done } from './indexed-db.ts';

/*
 * Browsers write localStorage to the disk when they find the time, up to minutes later. A phone that
 * dies before that would forget who signed in, or remember who signed out. So every change of our own
 * items is also written, as one snapshot with a growing stamp, into IndexedDB with strict durability:
 * after a crash the newer of the two is the truth.
 */
const DATABASE = 'carrel-device';
const TABLE = 'mirror';
const KEY = 'items';

const Mirror = v.object({ stamp: v.number(), items: v.record(v.string(), v.string()) });
export type Mirror = v.InferOutput<typeof Mirror>;

/** A browser that was killed may need a moment until its databases open again. */
const TRY_AGAIN_AFTER_MS = [40, 160, 600];

/** The last snapshot that reached the disk; null when there is none or the browser forbids it. */
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

async function readOnce(): Promise<Mirror | null> {
  const db = await open();
  try {
    const value: unknown = await done(db.transaction(TABLE).objectStore(TABLE).get(KEY));
    const parsed = v.safeParse(Mirror, value);
    return parsed.success ? parsed.output : null;
  } finally {
    db.close();
  }
}

/** Writes a snapshot unless a newer one is there. Never throws: without a mirror localStorage stands alone. */
export async function writeMirror(mirror: Mirror): Promise<void> {
  try {
    const db = await open();
    const transaction = db.transaction(TABLE, 'readwrite', { durability: 'strict' });
    const table = transaction.objectStore(TABLE);
    const stored = v.safeParse(Mirror, await done(table.get(KEY)));
    if (!stored.success || stored.output.stamp < mirror.stamp) table.put(mirror, KEY);
    await new Promise<void>((resolve) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => resolve();
    });
    db.close();
  } catch {
    // Forbidden or full: the items live in localStorage all the same.
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
  return done(request);
}
