import { Dexie } from 'dexie';

/**
 * Runs an async function inside a transaction, from another one: a native promise that is awaited there
 * drops the transaction before what follows, unless it comes in Dexie's own (`PrematureCommitError`).
 */
export function inside<T>(work: () => PromiseLike<T>): PromiseLike<T> {
  return new Dexie.Promise<T>((resolve, reject) => {
    work().then(resolve, reject);
  });
}
