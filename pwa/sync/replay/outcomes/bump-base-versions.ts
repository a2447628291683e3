import * as v from 'valibot';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import type { Tx } from '#pwa/store/database/private-store.ts';
import { isCreate, ownRow } from '#pwa/sync/commands/command-target.ts';
import { baseFrom } from '#pwa/sync/commands/edit-fields.ts';
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
import { readSuccessors, type Successors } from '../schedule/outbox-index.ts';
import type { Ack } from './apply-outcomes.ts';

const Entity = v.looseObject({ version: v.number() });
const Reply = v.union([
  v.pipe(
    v.object({ lesson: Entity }),
    v.transform(({ lesson }) => lesson),
  ),
  v.pipe(
    v.object({ module: Entity }),
    v.transform(({ module }) => module),
  ),
  v.pipe(
    v.object({ course: Entity }),
    v.transform(({ course }) => course),
  ),
  v.pipe(
    v.object({ resource: Entity }),
    v.transform(({ resource }) => resource),
  ),
]);
type Entity = v.InferOutput<typeof Entity>;

/** The version of a row after an ack. */
interface CommittedRow {
  readonly order: number;
  readonly record: string;
  /** The version that the edit was made on. */
  readonly from: number;
  /** The returned row; HTML that the reply omits is as it was sent, or as it was. */
  readonly entity: Entity;
}

/**
 * Commands queued after an edit were made on top of it: they get the version that the edit produced, and the
 * server's values as their base. A command that was ever sent stays unchanged, because the server may hold a
 * receipt for it. For use inside a transaction over the outbox.
 */
export async function bumpBaseVersions(tx: Tx, acks: readonly Ack[], successors: Successors): Promise<void> {
  const rows = await readSuccessors(tx, successors);
  if (rows.length === 0) return;
  const committed = acks.flatMap(readCommittedRow);
  const bumped = rows.flatMap((row) => {
    const after = committed.reduce(bumpBaseVersion, row);
    return after === row ? [] : [after];
  });
  await tx.outbox.bulkPut(bumped);
}

function readCommittedRow({ order, command, response }: Ack): CommittedRow[] {
  const record = ownRow(command);
  const reply = v.safeParse(Reply, response.output);
  if (record === null || !reply.success) return [];
  const entity = { ...sentFields(command), ...reply.output };
  const from = isCreate(command) ? entity.version : (seenVersionOf(command) ?? entity.version - 1);
  return [{ order, record, from, entity }];
}

function sentFields(command: Command): object {
  if (command.kind === 'lesson.create') return { content: command.args.content };
  return changesOf(command) ?? {};
}

function bumpBaseVersion(row: OutboxRow, { order, record, from, entity }: CommittedRow): OutboxRow {
  const { command } = row;
  const isSuccessor = row.order > order && ownRow(command) === record && isOpen(row);
  if (!isSuccessor || seenVersionOf(command) !== from) return row;
  return { ...row, command: onEntity(command, entity) };
}

/** The command as an edit of the current row. */
function onEntity(command: Command, entity: Entity): Command {
  const { version } = entity;
  const changes = changesOf(command);
  if (changes === null) return onVersion(command, version);
  const received = baseFrom(changes, entityOf(command.kind)?.readValues(entity) ?? {});
  const base = { ...baseOf(command), ...received };
  return rewriteEdit(command, { version, base, fields: changes });
}
