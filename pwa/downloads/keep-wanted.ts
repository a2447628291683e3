import type { PrivateStore } from '../store/private-store.ts';
import { type KeepOptions, type KeepResult, keepFiles } from './keep-files.ts';
import { listWantedFiles } from './wanted-files.ts';

/** Brings what a person wants kept onto the device, as {@link keepFiles}. */
export function keepWantedFiles(store: PrivateStore, options?: KeepOptions): Promise<KeepResult> {
  return keepFiles(store.userId, () => listWantedFiles(store), options);
}
