import { onTestFinished } from 'vitest';
import { type AddedTables, storeVersions } from '../store/database/store-versions.ts';

/** A made-up next version of the store after these, with another table and another index of the outbox. */
export function nextStoreVersion(versions: readonly AddedTables[]): AddedTables {
  const { outbox = '' } = versions.findLast((added) => 'outbox' in added) ?? {};
  return { stamps: 'id, lessonId', outbox: `${outbox}, lastStatus` };
}

/** The app has that version until the test ends. */
export function useNextStoreVersion(): void {
  storeVersions.push(nextStoreVersion(storeVersions));
  onTestFinished(() => void storeVersions.pop());
}
