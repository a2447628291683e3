import { callIfChanged } from '#pwa/api/call-if-changed.ts';
import {
  finishBatchCodes,
  finishCodeBatches,
  putBatchCodes,
  putCodeBatchesPage,
} from '#pwa/store/admin/code-batches.ts';
import { StoreGoneError } from '#pwa/store/database/errors.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { fillPath } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { BATCH_CODES_PAGE, CODE_BATCHES_PAGE } from '#schema/limits.ts';
import { messages } from '#schema/messages/messages.ts';
import { rethrow } from './admin-refresh.ts';
import { fillQuery } from './fetch-pages.ts';
import { shareRun } from './share-run.ts';

/*
 * Fetches batches of codes, and the codes of one, page by page into the admin's store: each page is stored before the
 * next one is requested. As the other refreshes, they reject with a sentence and leave what is stored.
 */

export function refreshCodeBatches(): Promise<void> {
  const store = findPrivateStore();
  if (store === null) return Promise.reject(new StoreGoneError());
  return shareRun(`codeBatches/${store.userId}`, async () => {
    const listed = new Set<string>();
    const requestedAt = new Date().toISOString();
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof fetchBatches>> = await fetchBatches(after).catch(
        (error: unknown) => rethrow(store, error),
      );
      await putCodeBatchesPage(store, page.batches);
      for (const { id } of page.batches) listed.add(id);
      after = page.next;
    } while (after !== null);
    await finishCodeBatches(store, listed, requestedAt);
  });
}

/** Fetches the batches, and then the codes of one, if the server has it. */
export async function refreshBatch(batchId: string): Promise<void> {
  await refreshCodeBatches();
  const store = findPrivateStore();
  if (store === null) throw new StoreGoneError();
  if ((await store.adminCodeBatches.get(batchId)) !== undefined) await refreshCodes(store, batchId);
}

function refreshCodes(store: PrivateStore, batchId: string): Promise<void> {
  return shareRun(`batchCodes/${store.userId}/${batchId}`, async () => {
    const requestedAt = new Date().toISOString();
    let count = 0;
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof fetchCodes>> = await fetchCodes(batchId, after).catch(
        (error: unknown) => rethrow(store, error),
      );
      await putBatchCodes(store, page.codes, { batchId, place: count });
      count += page.codes.length;
      after = page.next;
    } while (after !== null);
    await finishBatchCodes(store, { batchId, count }, requestedAt);
  });
}

async function fetchBatches(after: string | null) {
  const { listCodeBatches } = endpoints;
  const path = listCodeBatches.path + fillQuery(CODE_BATCHES_PAGE, after);
  const reply = await callIfChanged(listCodeBatches, { path, etag: null, defaultMessage });
  return reply?.output ?? { batches: [], next: null };
}

async function fetchCodes(batchId: string, after: string | null) {
  const { listBatchCodes } = endpoints;
  const path = fillPath(listBatchCodes.path, { batchId }) + fillQuery(BATCH_CODES_PAGE, after);
  const reply = await callIfChanged(listBatchCodes, { path, etag: null, defaultMessage });
  return reply?.output ?? { codes: [], next: null };
}

const defaultMessage = messages.adminDataFailed;
