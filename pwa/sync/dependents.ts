import { rowsAround } from '#schema/commands/all-commands.ts';
import type { OutboxRow } from '../store/outbox.ts';
import { isCreate, ownRow } from './command-target.ts';
import { renewed } from './outbox-rows.ts';

/** The commands that make no sense without this one: of a row that is not made, everything that lies in it. */
export function dependentsOf(unsent: readonly OutboxRow[], { id, command }: OutboxRow): OutboxRow[] {
  const own = ownRow(command);
  if (own === null || !isCreate(command)) return [];
  return unsent.filter((row) => row.id !== id && rowsAround(row.command).includes(own));
}

/** The refused commands that can only go together with this one, itself among them. */
export function fellowsOf(unsent: readonly OutboxRow[], row: OutboxRow): OutboxRow[] {
  const { groupId } = row;
  if (groupId === undefined) return [row];
  return unsent.filter((other) => other.groupId === groupId && other.state === 'refused');
}

/**
 * What of a Save Course is free to go, once what stood in its way is discarded: all that was set aside with
 * it, unless something else stands in the way too.
 */
export function freedBy(unsent: readonly OutboxRow[], discarded: OutboxRow): OutboxRow[] {
  if (discarded.groupId === undefined || discarded.state !== 'refused') return [];
  const left = fellowsOf(unsent, discarded).filter(({ id }) => id !== discarded.id);
  const hasReason = left.some(({ lastProblem, conflict }) => lastProblem !== null || conflict !== undefined);
  return hasReason ? [] : left.map(renewed);
}
