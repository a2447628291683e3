import * as v from 'valibot';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import { isCreate, ownRow } from '#pwa/sync/commands/command-target.ts';
import { baseFrom } from '#pwa/sync/commands/edit-fields.ts';
import { isMadeOnTop, valuesAfter } from '#pwa/sync/commands/made-on-top.ts';
import { isOpen } from '#pwa/sync/outbox/outbox-rows.ts';
import {
  baseOf,
  type Command,
  changesOf,
  entityOf,
  onVersion,
  rewriteEdit,
  seenVersionOf,
} from '#schema/commands/all-commands.ts';
import { partKindNames } from '#schema/sync/row-kinds.ts';
import type { Ack } from './apply-outcomes.ts';

const Entity = v.looseObject({ version: v.number() });
const members = [...partKindNames, 'batch' as const];
/** The edited row, under the name of its kind. */
const Reply = v.object(v.entriesFromList(members, v.optional(Entity)));
type Entity = v.InferOutput<typeof Entity>;

/** The version of a row after an ack. */
interface CommittedRow {
  readonly order: number;
  readonly record: string;
  readonly command: Command;
  /** The version that the edit was made on. */
  readonly from: number;
  /** The returned row; HTML that the reply omits is as it was sent, or as it was. */
  readonly entity: Entity;
}

/**
 * Commands queued after an edit and made on top of it get the version that the edit produced, and the server's
 * values as their base. A command that was ever sent stays unchanged, because the server may hold a receipt for it;
 * and so does one that was begun before the edit of the same field: the server refuses it, and both are compared.
 * For use inside a transaction over the outbox.
 *
 * @param rows those of a record are in the order of entry
 */
export async function bumpBaseVersions(
  tx: Tx,
  acks: readonly Ack[],
  rows: readonly OutboxRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const committed = acks.flatMap(readCommittedRow);
  const bumped = committed.reduce(bumpSuccessors, rows);
  await tx.outbox.bulkPut(bumped.filter((row, at) => row !== rows[at]));
}

function readCommittedRow({ order, command, response }: Ack): CommittedRow[] {
  const record = ownRow(command);
  const reply = v.safeParse(Reply, response.output);
  const returned =
    reply.success && members.map((name) => reply.output[name]).find((row) => row !== undefined);
  if (record === null || !returned) return [];
  const entity = { ...sentFields(command), ...returned };
  const from = isCreate(command) ? entity.version : (seenVersionOf(command) ?? entity.version - 1);
  return [{ order, record, command, from, entity }];
}

function sentFields(command: Command): object {
  if (command.kind === 'lesson.create') return { content: command.args.content };
  return changesOf(command) ?? {};
}

function bumpSuccessors(rows: readonly OutboxRow[], edit: CommittedRow): OutboxRow[] {
  const between: Command[] = [];
  let isOnTop = true;
  return rows.map((row) => {
    const { order, command } = row;
    if (order <= edit.order || ownRow(command) !== edit.record || !isShown(row)) return row;
    const before = [edit.command, ...between];
    between.push(command);
    if (seenVersionOf(command) !== edit.from || !isOpen(row)) return row;
    // A command on top of one that is compared depends on the result.
    isOnTop &&= isMadeOnTop(command, before);
    return isOnTop ? { ...row, command: onEntity(command, edit.entity, before.slice(1)) } : row;
  });
}

/** Refused edits are not shown, so no other was made on top of them. */
const isShown = ({ state }: OutboxRow): boolean => state !== 'refused' && state !== 'acknowledged';

/** The command as an edit of the current row, in which it saw the fields that earlier unsent edits change. */
function onEntity(command: Command, returned: Entity, between: readonly Command[]): Command {
  const { version } = returned;
  const changes = changesOf(command);
  const entity = entityOf(command.kind);
  if (changes === null || entity === null) return onVersion(command, version);
  const received = baseFrom(changes, entity.readValues(returned));
  const seen = baseFrom(valuesAfter(entity, between), baseOf(command) ?? {});
  const base = { ...baseOf(command), ...received, ...seen };
  return rewriteEdit(command, { version, base, fields: changes });
}
