/*
 * WebKit puts a page that is left into the back-forward cache also in the middle of a transaction of IndexedDB. The
 * transaction is frozen with the page, and whatever the next page reads or writes waits behind it for as long as the old
 * page is cached (docs/why/storage.md). So a page that is frozen aborts its transactions, and runs them again when it
 * is shown again. Nothing is lost by it: a frozen transaction is not committed either.
 */

const running = new Set<IDBTransaction>();
let freezes = 0;
/** Resolves when the page is shown again; null while it is. */
let cached: Promise<void> | null = null;

/**
 * Aborts this page's transactions whenever it is frozen. Call it before any database is opened. All of them are known
 * only where they begin: Dexie opens some by itself.
 */
export function abortInBfcache(): void {
  // Chromium removes a frozen page for whose transactions another one waits, and commits those that wait for nothing.
  if ('userAgentData' in navigator || !('IDBDatabase' in globalThis)) return;
  const { transaction } = IDBDatabase.prototype;
  const { open } = IDBFactory.prototype;
  IDBDatabase.prototype.transaction = function begin(...args) {
    const begun = transaction.apply(this, args);
    if (cached) begun.abort();
    else follow(begun);
    return begun;
  };
  // An upgrade is a transaction, too.
  IDBFactory.prototype.open = function openAndFollow(...args) {
    const request = open.apply(this, args);
    request.addEventListener('upgradeneeded', () => request.transaction && follow(request.transaction));
    return request;
  };
  addEventListener('pagehide', ({ persisted }) => persisted && freeze());
}

/** Runs work on a database; once more, when the page is shown again, if it was frozen meanwhile. */
export async function throughFreezes<T>(work: () => PromiseLike<T>): Promise<T> {
  if (cached) await cached;
  const before = freezes;
  try {
    return await work();
  } catch (error) {
    if (freezes === before) throw error;
    return throughFreezes(work);
  }
}

function follow(transaction: IDBTransaction): void {
  running.add(transaction);
  for (const end of ['complete', 'abort'])
    transaction.addEventListener(end, () => running.delete(transaction));
}

function freeze(): void {
  freezes += 1;
  cached = new Promise((resolve) => {
    const thaw = () => {
      cached = null;
      resolve();
    };
    addEventListener('pageshow', thaw, { once: true });
  });
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // It is being committed, and ends by itself.
    }
  }
  running.clear();
}
