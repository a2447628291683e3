import { readBirth } from '#pwa/store/account/canary.ts';
import { type OutboxRow, readUnsentFront } from '#pwa/store/account/outbox.ts';
import { removeCopy, writeCopy } from '#pwa/store/account/unsent-copy.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import { watchKnownUser } from '#pwa/store/database/known-user.ts';
import { watchPaced } from '#pwa/store/database/live.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { DraftRow } from '#pwa/store/database/rows.ts';
import { printOutboxFile } from '../outbox/outbox-file.ts';
import { restoreCopy } from './restore-copy.ts';

/** Of a longer queue, as of an import, the front is copied: each change of the outbox writes the copy anew. */
const ROWS_MAX = 200;
/** Between two copies, as while a queue is sent. */
const REST_MS = 500;

interface Work {
  readonly store: PrivateStore;
  /** Null in a database that the canary has not seen. */
  readonly birth: string | null;
  readonly rows: readonly OutboxRow[];
  readonly drafts: readonly DraftRow[];
}

/**
 * Copies the known user's unsent commands and drafts after each change, by any tab. Work of a lost database is taken
 * from its copy before that is replaced. Returns a function that stops.
 */
export function copyUnsent(): () => void {
  /** The databases whose copies are theirs. */
  const current = new Set<string>();
  let wanted: Work | null = null;
  let isCopying = false;
  let isStopped = false;

  const copyOne = async (work: Work) => {
    const { store, birth } = work;
    const isKnown = birth !== null && current.has(birth);
    // What it takes from the copy is a change, and comes here as the next work.
    if (!isKnown && (await restoreCopy(store, birth))) return;
    if (birth === null) return;
    current.add(birth);
    await copyWork(work, birth);
  };
  const copyAll = async () => {
    isCopying = true;
    while (wanted !== null && !isStopped) {
      const work = wanted;
      wanted = null;
      // A full disk, or a sign-out: the next change copies again.
      await copyOne(work).catch(() => undefined);
      await rest();
    }
    isCopying = false;
  };
  const copy = (work: Work | null) => {
    wanted = work;
    if (!isCopying) void copyAll();
  };

  let stopWatching = () => {};
  const watch = () => {
    stopWatching();
    stopWatching = watchPaced(readWork, { next: copy, error: () => undefined });
  };
  watch();
  const stopFollowing = watchKnownUser(watch);
  return () => {
    isStopped = true;
    stopWatching();
    stopFollowing();
  };
}

const rest = () => new Promise<void>((resolve) => setTimeout(resolve, REST_MS));

function readWork(store: PrivateStore): Promise<Work> {
  return readAtOnce(store, [store.state, store.outbox, store.drafts], async (tx) => {
    const [birth, { rows }, drafts] = await Promise.all([
      readBirth(tx),
      readUnsentFront(tx, ROWS_MAX),
      tx.drafts.toArray(),
    ]);
    return { store, birth, rows, drafts };
  });
}

function copyWork({ store, rows, drafts }: Work, birth: string): Promise<void> {
  if (rows.length === 0 && drafts.length === 0) return removeCopy(store.userId);
  return writeCopy(store, { birth, text: printOutboxFile(store.userId, { unsent: rows, drafts }) });
}
