import { v7 as uuid } from 'uuid';
import type { ReportLine } from '#interchange/import/report-line.ts';
import { putImportTexts } from '#pwa/store/account/import-texts.ts';
import { putImportNote } from '#pwa/store/account/imports.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, Tx } from '#pwa/store/database/private-store.ts';
import type { UploadRow } from '#pwa/store/database/upload-rows.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import type { PlannedFile } from './files-to-attach.ts';
import type { ImportPlan } from './plan-import.ts';
import { requireReadable } from './read-blob.ts';
import type { ReadImport } from './read-result.ts';

/** A course that was read, and the part of it that is imported. */
export interface Importing {
  readonly read: ReadImport;
  readonly plan: ImportPlan;
  /** The parts that could not be imported unchanged. */
  readonly report: readonly ReportLine[];
}

/**
 * Stores an import: its command with the texts of its lessons, and its files with theirs, in one transaction, before anything is sent. So an
 * import that is interrupted has left nothing, and one that is stored goes on after any restart.
 *
 * @returns the import's id
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 * @throws {UserFacingError} if the chosen file was changed, moved or deleted since it was read
 */
export async function enqueueImport(authorId: string, importing: Importing): Promise<string> {
  const importId = uuid();
  const { commands, files } = importing.plan;
  try {
    await changeOutbox(
      authorId,
      (store) => write(store, tablesOf(store), (tx) => storeImport(tx, importId, importing)),
      { countAdded: () => commands.length, onStored: () => requestReplay('eager') },
    );
  } catch (error) {
    // Browsers copy the bytes when the transaction commits, and do not say that this was what failed.
    if (!(error instanceof UserFacingError))
      await requireReadable(files.map((file) => fileOf(importing.read, file).bytes));
    throw error;
  }
  return importId;
}

const tablesOf = ({ outbox, importTexts, uploads, uploadBytes, state }: PrivateStore) => [
  ...[outbox, importTexts, uploads, uploadBytes, state],
];

async function storeImport(tx: Tx, importId: string, { read, plan, report }: Importing): Promise<void> {
  const { courseId, title, commands, texts, files } = plan;
  const at = new Date().toISOString();
  await putImportTexts(tx, courseId, texts);
  for (const body of commands)
    await appendCommand(tx, (envelope): Command => ({ ...envelope, ...body }), { importId });
  for (const file of files) {
    const { bytes, sizeBytes, type } = fileOf(read, file);
    await tx.uploads.put(uploadRow(file, { courseId, sizeBytes, type, at }));
    await tx.uploadBytes.put({ uploadId: file.uploadId, bytes });
  }
  const { digest, format } = read;
  const total = commands.length;
  await putImportNote(tx, {
    ...{ importId, courseId, title, digest, total, format },
    ...{ importedAt: at, report: [...report] },
  });
}

function fileOf({ files }: ReadImport, { digest }: PlannedFile) {
  const file = files.get(digest);
  if (file === undefined) throw new Error(`There is no file ${digest} in the archive`);
  return file;
}

interface Stored {
  readonly courseId: string;
  readonly sizeBytes: number;
  readonly type: string;
  readonly at: string;
}

function uploadRow(file: PlannedFile, { courseId, sizeBytes, type, at }: Stored): UploadRow {
  const { uploadId, kind, lessonIds, fileName, digest } = file;
  return {
    ...{
      uploadId,
      courseId,
      lessonId: lessonIds[0] ?? null,
      kind,
      fileName,
      contentType: type,
      sizeBytes,
      digest: toBase64Url(digest),
    },
    ...{ sentBytes: 0, state: 'waiting', problem: null, attempts: 0, nextAttemptAt: null, restarts: 0 },
    ...{ createdAt: at, touchedAt: at, v: FORMAT_VERSION },
  };
}

function toBase64Url(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  const binary = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
