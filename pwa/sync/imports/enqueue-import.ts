import { v7 as uuid } from 'uuid';
import type { ReportLine } from '#interchange/import/report-line.ts';
import { putImportNote } from '#pwa/store/account/imports.ts';
import { write } from '#pwa/store/database/access.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import type { UploadRow } from '#pwa/store/database/upload-rows.ts';
import type { Command, CommandBody } from '#schema/commands/all-commands.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { appendCommands, changeOutbox, type Envelope } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import type { PlannedFile } from './files-to-attach.ts';
import { piecesOf } from './pieces.ts';
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
 * Stores an import: all of its commands, and the bytes of its files, in one transaction, before anything is sent. So an
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
      (store) =>
        write(store, [store.outbox, store.uploads, store.uploadBytes, store.state], (tx) =>
          storeImport(tx, importId, importing),
        ),
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

async function storeImport(tx: Tx, importId: string, { read, plan, report }: Importing): Promise<void> {
  const { courseId, title, commands, files } = plan;
  const at = new Date().toISOString();
  // The page handles keys, and the browser frees its copies, between two pieces.
  for (const piece of piecesOf(commands, PIECE_CHARACTERS, lengthOf)) {
    const builds = piece.map(
      (body) =>
        (envelope: Envelope): Command => ({ ...envelope, ...body }),
    );
    await appendCommands(tx, builds, { importId });
  }
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

const PIECE_CHARACTERS = 256 * 1024;
/** Of a command without its text, about. */
const COMMAND_CHARACTERS = 5_000;

const lengthOf = (command: CommandBody): number =>
  COMMAND_CHARACTERS + (command.kind === 'lesson.create' ? command.args.content.length : 0);

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
