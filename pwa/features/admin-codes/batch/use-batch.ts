import { useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listUnfetched, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { findFetchedAt, listAdminCourses } from '#pwa/store/admin/admin.ts';
import { findCodeBatch, listCodesAt, listCodesOf } from '#pwa/store/admin/code-batches.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { CODE_KINDS } from '#pwa/sync/commands/code-rows.ts';
import { cutPage, findPage, type PageFacts } from '#pwa/ui/lists/cut-page.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import type { BatchCode, CodeBatch } from '#schema/learning/code-batches.ts';
import { type ShownBatch, showBatches } from '../codes-model.ts';
import { CODES_PER_PAGE, drawnCodes, findCodes, type ShownCode, showCodes } from './batch-model.ts';

/** One page of the codes of a batch. */
export interface CodePage extends PageFacts {
  readonly rows: readonly ShownCode[];
}

export interface OpenBatch extends ShownBatch {
  /** Null if the codes are not on this device. */
  readonly page: CodePage | null;
  /** The picture of the course. */
  readonly thumbnail: string | null;
  /** When the codes were last fetched; null for a batch that is not registered yet. */
  readonly fetchedAt: string | null;
}

interface Wanted {
  readonly batchId: string;
  /** The search text; '' for all codes. */
  readonly text: string;
  readonly requested: number;
}

/** A batch and a page of its codes on this device. Undefined while they are read, null if it is not there. */
export function useBatch({ batchId, text, requested }: Wanted): OpenBatch | null | undefined {
  const [now] = useState(() => new Date().toISOString());
  return usePrivateQuery(
    (store) => readBatch(store, { batchId, text, requested, now }),
    [batchId, text, requested],
  );
}

async function readBatch(store: PrivateStore, wanted: Wanted & { readonly now: string }) {
  const { batchId, now } = wanted;
  const tables = [store.adminCodeBatches, store.adminCourses, store.outbox, store.state];
  const { stored, courses, commands, ofCodes } = await readAtOnce(store, tables, async (tx) => {
    const [batch, all, batchesFetchedAt] = await Promise.all([
      findCodeBatch(tx, batchId),
      listAdminCourses(tx),
      findFetchedAt(tx, 'codes'),
    ]);
    const [onBatch, onCodes] = await Promise.all([
      listUnfetched(tx, batchesFetchedAt, CODE_KINDS),
      listUnfetched(tx, batch?.codesFetchedAt ?? null, CODE_KINDS),
    ]);
    return { stored: batch, courses: all, commands: onBatch, ofCodes: onCodes };
  });
  const create = findCreate(commands, batchId);
  const titles = new Map(courses.map(({ id, title }) => [id, title]));
  const batches = stored === undefined ? [] : [stored];
  const found = showBatches({ batches, commands, titles }, now).find(({ batch }) => batch.id === batchId);
  if (found === undefined) return null;
  const course = courses.find(({ id }) => id === found.batch.courseId);
  const shown = { ...found, thumbnail: course?.thumbnail ?? null };
  const fetchedAt = stored?.codesFetchedAt ?? null;
  if (create !== undefined && stored === undefined)
    return { ...shown, fetchedAt, page: pageOf(drawnCodes(create), ofCodes, shown, wanted) };
  if (fetchedAt === null) return { ...shown, fetchedAt, page: null };
  if (wanted.text.trim() !== '')
    return { ...shown, fetchedAt, page: pageOf(await listCodesOf(store, batchId), ofCodes, shown, wanted) };
  const facts = findPage(shown.batch.count, { ...cut, requested: wanted.requested });
  const codes = await listCodesAt(store, batchId, { first: facts.first, count: CODES_PER_PAGE });
  return { ...shown, fetchedAt, page: { ...facts, rows: showCodes(codes, ofCodes, shown.batch.courseId) } };
}

const cut = { size: CODES_PER_PAGE, noun: 'code' } as const;

function pageOf(
  codes: readonly BatchCode[],
  commands: readonly OutboxRow[],
  { batch }: ShownBatch,
  { text, requested }: Wanted,
): CodePage {
  const found = text.trim() === '' ? codes : findCodes(codes, text);
  const page = cutPage(found, { ...cut, requested });
  return { ...page, rows: showCodes(page.rows, commands, batch.courseId) };
}

/** Returns the unsent registration of a batch; an acknowledged one has no codes any more. */
function findCreate(
  commands: readonly OutboxRow[],
  batchId: string,
): CommandOf<'codeBatch.create'> | undefined {
  return commands.flatMap(({ command, state }) => {
    const isCreate = command.kind === 'codeBatch.create' && command.args.batchId === batchId;
    return isCreate && state !== 'acknowledged' ? [command] : [];
  })[0];
}

/** All codes of a batch, with this device's changes. */
export async function readAllCodes(
  store: PrivateStore,
  { id: batchId, courseId }: CodeBatch,
): Promise<BatchCode[]> {
  const fetchedAt = (await findCodeBatch(store, batchId))?.codesFetchedAt ?? null;
  const commands = await listUnfetched(store, fetchedAt, CODE_KINDS);
  const stored = await listCodesOf(store, batchId);
  const create = findCreate(commands, batchId);
  const codes = stored.length === 0 && create !== undefined ? drawnCodes(create) : stored;
  return showCodes(codes, commands, courseId).map(({ code }) => code);
}
