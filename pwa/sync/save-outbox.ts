import { StoreGoneError } from '../store/errors.ts';
import { findPrivateStore } from '../store/private-store.ts';
import { exportOutbox } from './outbox-file.ts';

/** The unsent work of whoever is here as a file. */
export interface UnsentFile {
  /** `carrel-unsent-2026-11-21.json` */
  readonly name: string;
  readonly text: string;
}

/** @param typed drafts as they stand on the screen, where the device could not take them; by id */
export async function makeUnsentFile(typed?: ReadonlyMap<string, unknown>): Promise<UnsentFile> {
  const store = findPrivateStore();
  if (store === null) throw new StoreGoneError();
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { name: `carrel-unsent-${day}.json`, text: await exportOutbox(store, typed) };
}
