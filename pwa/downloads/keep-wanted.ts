import type { PrivateStore } from '../store/private-store.ts';
import { type KeepOptions, type KeepResult, keepFiles } from './keep-files.ts';
import { listWantedFiles } from './wanted-files.ts';

/** Downloads a user's wanted files, as `keepFiles`. */
export function keepWantedFiles(store: PrivateStore, options?: KeepOptions): Promise<KeepResult> {
  return keepFiles(store.userId, () => listWantedFiles(store), options);
}
