import { done, finished } from './indexed-db.ts';

/*
 * Chromium appends what a site stores in IndexedDB to a log, and goes on with the same log after it was killed. A
 * kill in the middle of a record leaves half of it at the end of the log, which does no harm; but what is appended
 * behind it makes the log unreadable at the next start, and Chromium then deletes every database of the site. A log
 * that is full is moved to a table, without the half record, and another one begins: from then on the next kill is
 * harmless too. Other engines use SQLite, whose log ends with what was committed.
 */
const DATABASE = 'carrel-log';
const TABLE = 'filling';
/** Chromium's log is full after 4 MiB at most. */
const LOG_BYTES = 4.5 * 1024 ** 2;
/** Chromium stores larger values as files of their own. */
const PIECE_BYTES = 60_000;
const FREE_BYTES_NEEDED = 64 * 1024 ** 2;

/** Fills the log, and leaves nothing else behind. Does nothing in other engines, and with little free space. */
export async function fillLog(): Promise<void> {
  // Only Chromium has them.
  if (!('userAgentData' in navigator)) return;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  if (quota - usage < FREE_BYTES_NEEDED) return;
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
  const database = await done(request);
  try {
    const transaction = database.transaction(TABLE, 'readwrite');
    const table = transaction.objectStore(TABLE);
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = 0; at * PIECE_BYTES < LOG_BYTES; at += 1) table.put(piece, at);
    await finished(transaction);
  } finally {
    database.close();
    await done(indexedDB.deleteDatabase(DATABASE));
  }
}
