import * as v from 'valibot';
import {
  type Command,
  changesOf,
  entityOf,
  onVersion,
  rewriteEdit,
  seenVersionOf,
} from '#schema/commands/all-commands.ts';
import { inside } from '../store/inside.ts';
import type { OutboxRow } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { type Behind, readBehind } from './behind.ts';
import { isCreate, ownRow } from './command-target.ts';
import { baseFrom } from './edit-fields.ts';
import { isOpen } from './outbox-rows.ts';
import type { Ack } from './settle.ts';

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
interface Made {
  readonly order: number;
  readonly record: string;
  /** The version that the edit was made on. */
  readonly from: number;
  readonly entity: Entity;
}

/**
 * Commands queued after an edit were made on top of it: they get the version that the edit produced, and the
 * server's values as their base. A command that was ever sent stays unchanged, because the server may hold a
 * receipt for it. For use inside a transaction over the outbox.
 */
export async function raiseVersions(
  store: PrivateStore,
  acks: readonly Ack[],
  behind: Behind,
): Promise<void> {
  const rows = await inside(() => readBehind(store, behind));
  if (rows.length === 0) return;
  const made = acks.flatMap(readMade);
  const raised = rows.flatMap((row) => {
    const after = made.reduce(raise, row);
    return after === row ? [] : [after];
  });
  await store.outbox.bulkPut(raised);
}

function readMade({ order, command, answer }: Ack): Made[] {
  const record = ownRow(command);
  const reply = v.safeParse(Reply, answer.output);
  if (record === null || !reply.success) return [];
  const entity = reply.output;
  const from = isCreate(command) ? entity.version : (seenVersionOf(command) ?? entity.version - 1);
  return [{ order, record, from, entity }];
}

function raise(row: OutboxRow, { order, record, from, entity }: Made): OutboxRow {
  const { command } = row;
  const isBehind = row.order > order && ownRow(command) === record && isOpen(row);
  if (!isBehind || seenVersionOf(command) !== from) return row;
  return { ...row, command: onEntity(command, entity) };
}

/** The command as an edit of the current row. */
function onEntity(command: Command, entity: Entity): Command {
  const { version } = entity;
  const changes = changesOf(command);
  if (changes === null) return onVersion(command, version);
  const base = baseFrom(changes, entityOf(command.kind)?.readValues(entity) ?? {});
  return rewriteEdit(command, { version, base, fields: changes });
}
