import * as v from 'valibot';
import { listDrafts } from '#pwa/store/account/drafts.ts';
import { listImportTexts, putImportTexts } from '#pwa/store/account/import-texts.ts';
import { LessonText } from '#pwa/store/account/lesson-text.ts';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import { readKnownUser } from '#pwa/store/database/known-user.ts';
import type { PrivateStore, Tx } from '#pwa/store/database/private-store.ts';
import { Conflict } from '#pwa/store/database/rows.ts';
import { StorageFullError } from '#pwa/store/database/storage-errors.ts';
import { Command } from '#schema/commands/all-commands.ts';
import { Instant } from '#schema/id.ts';
import { deviceMessages } from '#schema/messages/device-messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { uploadIdOf } from './held.ts';
import { changeOutboxHere } from './outbox.ts';
import { FRESH, noteCopied } from './outbox-rows.ts';
import { requestReplay } from './signal.ts';
import { withQuotaRetry } from './with-quota-retry.ts';

/*
 * One user's unsent work as a file, to be carried to another device. Each command keeps its id, which is its
 * idempotency key: whichever device sends it first, the server runs it once.
 */

const FORMAT = 'carrel-outbox';
const NOTE =
  'Unsent edits and drafts of one person. Import this file into Carrel on another device. It can contain activation codes: keep it private.';

const FileHead = v.object({ format: v.literal(FORMAT), version: v.number(), userId: v.string() });
const FileRow = v.object({
  command: Command,
  groupId: v.optional(v.string()),
  conflict: v.optional(Conflict),
  lastProblem: v.optional(v.nullable(v.string()), null),
  /** Of an import, whose command does not have them. */
  texts: v.optional(v.array(LessonText)),
});
/** Typed text that was not submitted; the form that it belongs to parses its value. */
const FileDraft = v.object({ id: v.string(), value: v.unknown(), updatedAt: Instant });
const OutboxFile = v.object({
  ...FileHead.entries,
  note: v.optional(v.string()),
  email: v.optional(v.string()),
  exportedAt: Instant,
  /** In the order of entry. An unreadable row is counted and skipped. */
  rows: v.array(v.unknown()),
  drafts: v.optional(v.array(FileDraft), []),
});

/**
 * Returns all unsent work and every draft as JSON text, without pending uploads: they stay on this device.
 * The exported commands are never changed here any more: the other device may send them under the same ids.
 *
 * @param typed drafts from the screen that the device could not store; by id
 */
export async function exportOutbox(
  store: PrivateStore,
  typed: ReadonlyMap<string, unknown> = new Map(),
): Promise<string> {
  const unsent = await closeUnsent(store);
  const updatedAt = new Date().toISOString();
  const savedDrafts = (await listDrafts(store, '')).filter(({ id }) => !typed.has(id));
  const drafts = [...savedDrafts, ...[...typed].map(([id, value]) => ({ id, value, updatedAt }))];
  const texts = new Map<string, LessonText[]>();
  for (const { command } of unsent)
    if (command.kind === 'course.import') {
      const { courseId } = command.args;
      texts.set(courseId, await listImportTexts(store, courseId));
    }
  return printOutboxFile(store.userId, { unsent, drafts, texts });
}

interface UnsentWork {
  /** Those with a file are left out. */
  readonly unsent: readonly OutboxRow[];
  readonly drafts: readonly FileDraft[];
  /** Of imported courses, by course. */
  readonly texts?: ReadonlyMap<string, readonly LessonText[]>;
}

/** Returns the text of a file with this work. */
export function printOutboxFile(userId: string, { unsent, drafts, texts }: UnsentWork): string {
  const file = {
    ...{ format: FORMAT, version: FORMAT_VERSION, note: NOTE, userId, email: readKnownUser()?.email },
    exportedAt: new Date().toISOString(),
    rows: unsent.filter(isPortable).map(({ command, groupId, conflict, lastProblem }) => {
      const own = command.kind === 'course.import' ? texts?.get(command.args.courseId) : undefined;
      return { command, groupId, conflict, lastProblem, texts: own && [...own] };
    }),
    drafts: drafts.map(({ id, value, updatedAt }) => ({ id, value, updatedAt })),
  } satisfies v.InferInput<typeof OutboxFile>;
  return JSON.stringify(file, null, 2);
}

const isPortable = ({ command }: OutboxRow) => uploadIdOf(command) === null;

/**
 * Marks the commands as attempted. Space is freed for that, because a command that is changed here while the
 * other device sends it under the same id is refused. If none can be freed, the page remembers which commands
 * are in the file.
 */
async function closeUnsent(store: PrivateStore): Promise<OutboxRow[]> {
  try {
    return await withQuotaRetry(store.userId, () =>
      write(store, [store.outbox], async (tx) => {
        const unsent = await listUnsent(tx);
        const open = unsent.filter((row) => isPortable(row) && row.attempts === 0);
        await tx.outbox.bulkPut(open.map((row) => ({ ...row, attempts: 1 })));
        return unsent;
      }),
    );
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error;
    const unsent = await listUnsent(store);
    noteCopied(unsent.filter(isPortable));
    return unsent;
  }
}

export interface Imported {
  readonly added: number;
  /** Already in this outbox, sent or not. */
  readonly known: number;
  /** Another user's, or unreadable by this version. */
  readonly foreign: number;
  /** Imported drafts. */
  readonly drafts: number;
  /** Skipped drafts, because there is another draft in the same place here. */
  readonly draftsLeft: number;
}

interface ImportOptions {
  /**
   * The file is the copy of a lost database of this device. Its commands were entered before those of this outbox, and are
   * sent before them. It is imported whole or not at all: what a newer version wrote waits for that version.
   */
  readonly isCopy?: boolean;
  /** The texts of an imported course that are not in the file, as of a copy; null if they are lost. */
  readonly findTexts?: (courseId: string) => Promise<LessonText[] | null>;
}

/**
 * Imports a file of {@link exportOutbox} into the outbox of the same user; importing it again changes
 * nothing. Commands that needed the user's decision need it here too.
 *
 * @throws {Error} a sentence: not such a file, from a newer version, or of another user
 * @throws {StorageFullError} if the device's storage is full
 */
export async function importOutbox(
  text: string,
  { isCopy = false, findTexts = async () => null }: ImportOptions = {},
): Promise<Imported> {
  const file = parseFile(text);
  if (isCopy && file.rows.length < file.count) throw new UserFacingError(deviceMessages.outboxFileNewer);
  const whole = await withTexts(file.rows, findTexts);
  const result = await changeOutboxHere((store) => {
    if (file.userId !== store.userId) throw new UserFacingError(deviceMessages.outboxFileForeign);
    return write(store, [store.outbox, store.drafts, store.importTexts], async (tx) => {
      const own = whole.filter(({ command }) => command.userId === store.userId);
      const stored = await tx.outbox
        .where('id')
        .anyOf(own.map(({ command }) => command.id))
        .toArray();
      const ids = new Set(stored.map(({ id }) => id));
      const added = own.filter(({ command }) => !ids.has(command.id));
      const rows = added.map(rowOf);
      await tx.outbox.bulkAdd(isCopy ? await placeFirst(tx, rows) : rows);
      for (const { command, texts = [] } of added) {
        if (command.kind === 'course.import') await putImportTexts(tx, command.args.courseId, texts);
      }
      const drafts = await addDrafts(tx, file.drafts);
      const counts = { known: own.length - added.length, foreign: file.count - own.length };
      return { added: added.length, ...counts, ...drafts };
    });
  });
  requestReplay('eager');
  return result;
}

/** Without the imports whose texts are lost: a course without them is not what was imported. */
async function withTexts(
  rows: readonly FileRow[],
  findTexts: (courseId: string) => Promise<LessonText[] | null>,
): Promise<FileRow[]> {
  const whole: FileRow[] = [];
  for (const row of rows) {
    const { command } = row;
    if (command.kind !== 'course.import') whole.push(row);
    else {
      const texts = row.texts ?? (await findTexts(command.args.courseId));
      if (texts !== null) whole.push({ ...row, texts });
    }
  }
  return whole;
}

type NewRow = Omit<OutboxRow, 'order'>;

/** Gives rows places before those in the outbox. They can be negative. */
async function placeFirst(tx: Tx, rows: readonly NewRow[]): Promise<readonly NewRow[]> {
  const first = await tx.outbox.toCollection().first();
  if (first === undefined) return rows;
  return rows.map((row, at) => ({ ...row, order: first.order - rows.length + at }));
}

type FileRow = v.InferOutput<typeof FileRow>;
type FileDraft = v.InferOutput<typeof FileDraft>;

/** An existing draft stays: it may be the newer one, and the file still has the other. */
async function addDrafts(tx: Tx, drafts: readonly FileDraft[]) {
  const stored = await tx.drafts.bulkGet(drafts.map(({ id }) => id));
  const added = drafts.filter((_, at) => stored[at] === undefined);
  await tx.drafts.bulkAdd(added.map((draft) => ({ ...draft, v: FORMAT_VERSION })));
  const isOther = (draft: FileDraft, at: number) => {
    const here = stored[at];
    return here !== undefined && JSON.stringify(here.value) !== JSON.stringify(draft.value);
  };
  return { drafts: added.length, draftsLeft: drafts.filter(isOther).length };
}

/** Marked as attempted: the other device may send it too, so it must never be changed under this id. */
function rowOf({ command, groupId, conflict, lastProblem }: FileRow): NewRow {
  return {
    ...FRESH,
    ...{ id: command.id, v: FORMAT_VERSION, attempts: 1, isImported: true, command },
    ...(groupId === undefined ? {} : { groupId }),
    ...(conflict === undefined ? {} : { state: 'refused' as const, conflict, lastProblem }),
  };
}

function parseFile(text: string) {
  const json = parseJson(text);
  const head = v.safeParse(FileHead, json);
  if (head.success && head.output.version > FORMAT_VERSION)
    throw new UserFacingError(deviceMessages.outboxFileNewer);
  const file = v.safeParse(OutboxFile, json);
  if (!file.success) throw new UserFacingError(deviceMessages.outboxFileUnreadable);
  const rows = file.output.rows.map((row) => v.safeParse(FileRow, row)).filter((row) => row.success);
  return {
    userId: file.output.userId,
    count: file.output.rows.length,
    rows: rows.map(({ output }) => output),
    drafts: file.output.drafts,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
