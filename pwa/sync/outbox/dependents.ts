import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { rowsAround } from '#schema/commands/all-commands.ts';
import { isCreate, ownRow } from '../commands/command-target.ts';
import { reissued } from './outbox-rows.ts';

/** Returns the commands that depend on this one: for an unsent create, everything inside its row. */
export function dependentsOf(unsent: readonly OutboxRow[], { id, command }: OutboxRow): OutboxRow[] {
  const own = ownRow(command);
  if (own === null || !isCreate(command)) return [];
  return unsent.filter((row) => row.id !== id && rowsAround(row.command).includes(own));
}

/** Returns the refused commands that can only be sent together with this one, itself included. */
export function refusedGroupOf(unsent: readonly OutboxRow[], row: OutboxRow): OutboxRow[] {
  const { groupId } = row;
  if (groupId === undefined) return [row];
  return unsent.filter((other) => other.groupId === groupId && other.state === 'refused');
}

/**
 * Returns the commands of a Save Course that can be sent once the refused one is discarded: all that were
 * refused with it, unless another refusal blocks them.
 */
export function freedBy(unsent: readonly OutboxRow[], discarded: OutboxRow): OutboxRow[] {
  if (discarded.groupId === undefined || discarded.state !== 'refused') return [];
  const left = refusedGroupOf(unsent, discarded).filter(({ id }) => id !== discarded.id);
  const hasReason = left.some(({ lastProblem, conflict }) => lastProblem !== null || conflict !== undefined);
  return hasReason ? [] : left.map(reissued);
}
