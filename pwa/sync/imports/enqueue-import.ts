import { v7 as uuid } from 'uuid';
import type { ReportLine } from '#interchange/import/report-line.ts';
import { putImportNote } from '#pwa/store/account/imports.ts';
import { write } from '#pwa/store/database/access.ts';
import type { UploadRow } from '#pwa/store/database/upload-rows.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { appendCommands, changeOutbox, type Envelope } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import type { PlannedFile } from './files-to-attach.ts';
import type { ImportPlan } from './plan-import.ts';
import type { ReadImport } from './read-result.ts';

/** What was read, and what of it is imported. */
export interface Importing {
  readonly read: ReadImport;
  readonly plan: ImportPlan;
  /** What could not be taken as it was. */
  readonly report: readonly ReportLine[];
}

/**
 * Stores an import: all of its commands, and the bytes of its files, in one transaction, before anything is sent. So an
 * import that is interrupted has left nothing, and one that is stored goes on after any restart.
 *
 * @returns the import's id
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function enqueueImport(authorId: string, { read, plan, report }: Importing): Promise<string> {
  const importId = uuid();
  const at = new Date().toISOString();
  await changeOutbox(
    authorId,
    (store) =>
      write(store, [store.outbox, store.uploads, store.uploadBytes, store.state], async (tx) => {
        const { courseId, title, commands, files } = plan;
        const builds = commands.map(
          (body) =>
            (envelope: Envelope): Command => ({ ...envelope, ...body }),
        );
        await appendCommands(tx, builds, { importId });
        for (const file of files) {
          const { bytes, sizeBytes, type } = fileOf(read, file);
          await tx.uploads.put(uploadRow(file, { courseId, sizeBytes, type, at }));
          await tx.uploadBytes.put({ uploadId: file.uploadId, bytes });
        }
        const note = {
          importId,
          courseId,
          title,
          digest: read.digest,
          total: commands.length,
          importedAt: at,
          format: read.format,
          report: [...report],
        };
        await putImportNote(tx, note);
      }),
    { countAdded: () => plan.commands.length, onStored: () => requestReplay('eager') },
  );
  return importId;
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
  const { uploadId, kind, lessonId, fileName, digest } = file;
  return {
    ...{
      uploadId,
      courseId,
      lessonId,
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
