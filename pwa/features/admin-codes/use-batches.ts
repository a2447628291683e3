import { useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listUnfetched } from '#pwa/store/account/outbox.ts';
import { findFetchedAt, listAdminCourses } from '#pwa/store/admin/admin.ts';
import { listCodeBatches } from '#pwa/store/admin/code-batches.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { CODE_KINDS } from '#pwa/sync/commands/code-rows.ts';
import { type ShownBatch, showBatches } from './codes-model.ts';

/** A course that codes can be drawn for. */
export interface CourseChoice {
  readonly id: string;
  readonly title: string;
}

interface Batches {
  readonly batches: readonly ShownBatch[];
  readonly courses: readonly CourseChoice[];
  /** When the batches were last fetched; null if this device never did. */
  readonly fetchedAt: string | null;
}

/** The batches on this device, with its changes; null until they are read. */
export function useBatches(): Batches | null {
  const stored = usePrivateQuery(readBatches, []);
  // An expiry shows when the page is opened or its data changes; no clock runs for it.
  const [now] = useState(() => new Date().toISOString());
  if (!stored) return null;
  const titles = new Map(stored.courses.map(({ id, title }) => [id, title]));
  return { ...stored, batches: showBatches({ ...stored, titles }, now) };
}

async function readBatches(store: PrivateStore) {
  const tables = [store.adminCodeBatches, store.adminCourses, store.outbox, store.state];
  return readAtOnce(store, tables, async (tx) => {
    const [batches, all, fetchedAt] = await Promise.all([
      listCodeBatches(tx),
      listAdminCourses(tx),
      findFetchedAt(tx, 'codes'),
    ]);
    const courses = all.map(({ id, title }) => ({ id, title }));
    return { batches, courses, fetchedAt, commands: await listUnfetched(tx, fetchedAt, CODE_KINDS) };
  });
}
