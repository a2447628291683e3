import { removeKeptFiles } from '../downloads/keep-files.ts';
import { finishDepartures } from '../store/departure.ts';
import { listUnsent, type OutboxRow } from '../store/outbox.ts';
import { openPrivateStore } from '../store/private-store.ts';

/*
 * The part of signing out that needs the store. session.ts loads it when it is needed, so that public
 * pages come without Dexie.
 */

export function listUnsentOf(userId: string): Promise<OutboxRow[]> {
  return listUnsent(openPrivateStore(userId));
}

export function finish(): Promise<void> {
  return finishDepartures(removeKeptFiles);
}
