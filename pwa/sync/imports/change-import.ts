import { removeImportTexts } from '#pwa/store/account/import-texts.ts';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import type { UploadRow } from '#pwa/store/database/upload-rows.ts';
import { rowsAround } from '#schema/commands/all-commands.ts';
import { isCreate, ownRow } from '../commands/command-target.ts';
import { discardFiles } from '../outbox/discard-files.ts';
import { uploadIdOf } from '../outbox/held.ts';
import { changeOutboxHere } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';

/** Whether the user has paused an import, by its unsent commands. */
export const isImportPaused = (rows: readonly OutboxRow[]): boolean =>
  rows.some(({ isPaused }) => isPaused === true);

/** Pauses what an import has not sent yet, files too. */
export async function pauseImport(importId: string): Promise<void> {
  await changeImport(importId, async (tx, rows) => {
    // Commands under way wait if they get no reply.
    const open = rows.filter(({ state }) => state === 'waiting' || state === 'sending');
    await tx.outbox.bulkPut(open.map((row) => ({ ...row, isPaused: true as const })));
    await changeFiles(tx, rows, ['waiting', 'sending'], 'paused');
  });
}

/** Resumes a paused import. */
export async function resumeImport(importId: string): Promise<void> {
  await changeImport(importId, async (tx, rows) => {
    const paused = rows.filter((row) => row.isPaused);
    await tx.outbox.bulkPut(paused.map(({ isPaused: _, ...row }) => row));
    await changeFiles(tx, rows, ['paused'], 'waiting');
  });
  requestReplay('eager');
}

/**
 * Discards what an import has not sent yet, with its files and the edits that were made in its new rows. What the
 * server has stays: an unpublished course.
 */
export async function discardImport(importId: string): Promise<void> {
  await changeImport(importId, async (tx, rows, unsent) => {
    const own = rows.filter(({ state }) => state !== 'sending');
    const uncreated = new Set(
      own.filter(({ command }) => isCreate(command)).map(({ command }) => ownRow(command)),
    );
    const inside = unsent.filter(({ command }) => rowsAround(command).some((row) => uncreated.has(row)));
    const discarded = [...new Map([...own, ...inside].map((row) => [row.order, row])).values()];
    await tx.outbox.bulkDelete(discarded.map(({ order }) => order));
    await discardFiles(tx, discarded);
    for (const { command } of discarded) await removeImportTexts(tx, command);
  });
  requestReplay();
}

function changeImport(
  importId: string,
  work: (tx: Tx, rows: readonly OutboxRow[], unsent: readonly OutboxRow[]) => Promise<void>,
): Promise<void> {
  return changeOutboxHere((store) =>
    write(store, [store.outbox, store.uploads, store.importTexts], async (tx) => {
      const unsent = await listUnsent(tx);
      await work(
        tx,
        unsent.filter((row) => row.importId === importId),
        unsent,
      );
    }),
  );
}

async function changeFiles(
  tx: Tx,
  rows: readonly OutboxRow[],
  from: readonly UploadRow['state'][],
  state: 'paused' | 'waiting',
): Promise<void> {
  const uploadIds = new Set(rows.flatMap(({ command }) => uploadIdOf(command) ?? []));
  const uploads = await tx.uploads.bulkGet([...uploadIds]);
  const affected = uploads.filter((upload) => upload !== undefined && from.includes(upload.state));
  const fresh = { state, attempts: 0, nextAttemptAt: null, problem: null } as const;
  await tx.uploads.bulkPut(
    affected.flatMap((upload) => (upload === undefined ? [] : [{ ...upload, ...fresh }])),
  );
}
