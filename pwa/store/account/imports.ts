import * as v from 'valibot';
import { ReportLine } from '#interchange/import/report-line.ts';
import { Id, Instant } from '#schema/id.ts';
import { read } from '../database/access.ts';
import type { Reader, Tx } from '../database/private-store.ts';

const PREFIX = 'import/';

const ImportNote = v.object({
  importId: Id,
  courseId: Id,
  title: v.string(),
  /** Of the imported file: SHA-256 in hex. */
  digest: v.string(),
  /** How many commands it queued. */
  total: v.number(),
  importedAt: Instant,
  /** The format as users call it. */
  format: v.string(),
  /** The parts that could not be imported unchanged. */
  report: v.array(ReportLine),
});
/** A note of an import on this device; its commands are in the outbox. */
export type ImportNote = v.InferOutput<typeof ImportNote>;

/** Stores an import; for use inside a transaction over the state. */
export async function putImportNote(tx: Tx, note: ImportNote): Promise<void> {
  await tx.state.put({ key: `${PREFIX}${note.importId}`, value: note });
}

/** Returns all imports made on this device, newest first. */
export async function listImportNotes(store: Reader): Promise<ImportNote[]> {
  const rows = await read(store, () => store.state.where('key').startsWith(PREFIX).toArray());
  const notes = rows.flatMap(({ value }) => {
    const parsed = v.safeParse(ImportNote, value);
    return parsed.success ? [parsed.output] : [];
  });
  return notes.sort((one, other) => (one.importedAt < other.importedAt ? 1 : -1));
}
