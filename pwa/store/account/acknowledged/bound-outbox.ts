import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { pruneAcknowledged } from './acknowledged.ts';
import { boundAcknowledged } from './bound-acknowledged.ts';

const ACKNOWLEDGED_RETENTION_MS = 30 * 24 * 60 * 60_000;

/** Removes acknowledged commands after 30 days, and what exceeds the limits of the others. */
export async function boundOutbox(store: PrivateStore): Promise<void> {
  await pruneAcknowledged(store, new Date(Date.now() - ACKNOWLEDGED_RETENTION_MS).toISOString());
  await boundAcknowledged(store);
}
