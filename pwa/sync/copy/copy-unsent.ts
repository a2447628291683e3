import { readBirth } from '#pwa/store/account/canary.ts';
import { readUnsentFront } from '#pwa/store/account/outbox.ts';
import { removeCopy, writeCopy } from '#pwa/store/account/unsent-copy.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import { watchKnownUser } from '#pwa/store/database/known-user.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { watchTables } from '#pwa/store/database/watch-tables.ts';
import { printOutboxFile } from '../outbox/outbox-file.ts';
import { restoreCopy } from './restore-copy.ts';

/** Of a longer queue, as of an import, the front is copied: each change of the outbox writes the copy anew. */
const ROWS_MAX = 100;
/** How long copying pauses, as a multiple of the time that the last copy took, as while a queue is sent. */
const REST_FACTOR = 9;
const REST_MAX_MS = 200;

/**
 * Copies the known user's unsent commands and drafts after each change, by any tab. Work of a lost database is taken
 * from its copy before that is replaced. Returns a function that stops.
 */
export function copyUnsent(): () => void {
  /** The databases whose copies are theirs. */
  const current = new Set<string>();
  let isWanted = false;
  let isCopying = false;
  let isStopped = false;

  const copyOnce = async () => {
    const store = findPrivateStore();
    if (store === null) return;
    const birth = await readBirth(store);
    const isKnown = birth !== null && current.has(birth);
    // What it takes from the copy is a change, which is copied next.
    if (!isKnown && (await restoreCopy(store, birth))) return;
    if (birth === null) return;
    current.add(birth);
    await copyWork(store, birth);
  };
  const copyAll = async () => {
    isCopying = true;
    while (isWanted && !isStopped) {
      isWanted = false;
      const startedMs = performance.now();
      // A full disk, or a sign-out: the next change copies again.
      await copyOnce().catch(() => undefined);
      await rest(Math.min(REST_MAX_MS, REST_FACTOR * (performance.now() - startedMs)));
    }
    isCopying = false;
  };
  const copy = () => {
    isWanted = true;
    if (!isCopying) void copyAll();
  };

  const stops = [watchTables(['outbox', 'drafts'], copy), watchKnownUser(copy)];
  copy();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function copyWork(store: PrivateStore, birth: string): Promise<void> {
  const [{ rows }, drafts] = await readAtOnce(store, [store.outbox, store.drafts], (tx) =>
    Promise.all([readUnsentFront(tx, ROWS_MAX), tx.drafts.toArray()]),
  );
  if (rows.length === 0 && drafts.length === 0) return removeCopy(store.userId);
  await writeCopy(store, { birth, text: printOutboxFile(store.userId, { unsent: rows, drafts }) });
}
