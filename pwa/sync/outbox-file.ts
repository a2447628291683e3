import * as v from 'valibot';
import { Command } from '#schema/commands.ts';
import { Instant } from '#schema/id.ts';
import { messages } from '#schema/messages.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import { write } from '../store/access.ts';
import { readKnownUser } from '../store/known-user.ts';
import { listUnsent, type OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { Conflict } from '../store/rows.ts';
import { uploadIdOf } from './held.ts';
import { changeOutbox } from './outbox.ts';
import { FRESH } from './outbox-rows.ts';
import { requestReplay } from './signal.ts';

/*
 * The unsent work of one person as a file, to be carried to another device. Each command keeps its id,
 * which is its key: whichever device sends it first, the server does it once.
 */

const FORMAT = 'carrel-outbox';
const NOTE =
  'Unsent work of one person, to be read in by Carrel on another device of theirs. It holds what they typed, activation codes included: keep it to yourself.';

const FileHead = v.object({ format: v.literal(FORMAT), version: v.number(), userId: v.string() });
const FileRow = v.object({
  command: Command,
  groupId: v.optional(v.string()),
  conflict: v.optional(Conflict),
  lastProblem: v.optional(v.nullable(v.string()), null),
});
const OutboxFile = v.object({
  ...FileHead.entries,
  note: v.optional(v.string()),
  email: v.optional(v.string()),
  exportedAt: Instant,
  /** In the order of entry. A row that cannot be read is counted, and the others are taken. */
  rows: v.array(v.unknown()),
});

/** Everything unsent as JSON text. Files that wait to go up are not in it: they stay on this device. */
export async function exportOutbox(store: PrivateStore): Promise<string> {
  const portable = (await listUnsent(store)).filter(({ command }) => uploadIdOf(command) === null);
  const rows = portable.map(({ command, groupId, conflict, lastProblem }) => {
    return { command, groupId, conflict, lastProblem };
  });
  const user = readKnownUser();
  const file = {
    ...{ format: FORMAT, version: FORMAT_VERSION, note: NOTE, userId: store.userId, email: user?.email },
    ...{ exportedAt: new Date().toISOString(), rows },
  } satisfies v.InferInput<typeof OutboxFile>;
  return JSON.stringify(file, null, 2);
}

export interface Imported {
  readonly added: number;
  /** They are in this outbox already, sent or not. */
  readonly known: number;
  /** They are of somebody else, or nothing that this version can read. */
  readonly foreign: number;
}

/**
 * Takes a file of {@link exportOutbox} into the outbox of the same person; a second time changes nothing.
 * What waited for the person's decision waits here too.
 *
 * @throws {Error} a sentence: the file is not one of these, of a newer version, or of somebody else
 * @throws {StorageFullError} when the device has no room
 */
export async function importOutbox(text: string): Promise<Imported> {
  const file = parseFile(text);
  const result = await changeOutbox((store) => {
    if (file.userId !== store.userId) throw new Error(messages.outboxFileForeign);
    return write(store, [store.outbox], async () => {
      const own = file.rows.filter(({ command }) => command.userId === store.userId);
      const stored = await store.outbox
        .where('id')
        .anyOf(own.map(({ command }) => command.id))
        .toArray();
      const ids = new Set(stored.map(({ id }) => id));
      const added = own.filter(({ command }) => !ids.has(command.id));
      await store.outbox.bulkAdd(added.map(rowOf));
      return { added: added.length, known: own.length - added.length, foreign: file.count - own.length };
    });
  });
  requestReplay('eager');
  return result;
}

type FileRow = v.InferOutput<typeof FileRow>;

/** As if it had been attempted: the other device may send it too, so it must never be changed under this id. */
function rowOf({ command, groupId, conflict, lastProblem }: FileRow): Omit<OutboxRow, 'order'> {
  return {
    ...FRESH,
    ...{ id: command.id, v: FORMAT_VERSION, attempts: 1, command },
    ...(groupId === undefined ? {} : { groupId }),
    ...(conflict === undefined ? {} : { state: 'refused' as const, conflict, lastProblem }),
  };
}

function parseFile(text: string) {
  const json = parseJson(text);
  const head = v.safeParse(FileHead, json);
  if (head.success && head.output.version > FORMAT_VERSION) throw new Error(messages.outboxFileNewer);
  const file = v.safeParse(OutboxFile, json);
  if (!file.success) throw new Error(messages.outboxFileUnreadable);
  const rows = file.output.rows.map((row) => v.safeParse(FileRow, row)).filter((row) => row.success);
  return {
    userId: file.output.userId,
    count: file.output.rows.length,
    rows: rows.map(({ output }) => output),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
