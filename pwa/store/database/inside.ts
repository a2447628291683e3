import { Dexie } from 'dexie';

/**
 * Runs an async function inside a transaction, called from another async function: awaiting a native promise
 * there ends the transaction too early, unless it is wrapped in Dexie's own (`PrematureCommitError`).
 */
export function inside<T>(work: () => PromiseLike<T>): PromiseLike<T> {
  return new Dexie.Promise<T>((resolve, reject) => {
    work().then(resolve, reject);
  });
}
