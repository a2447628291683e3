import { generateKeyBetween } from 'fractional-indexing';
import * as v from 'valibot';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { Command } from '#schema/commands/all-commands.ts';
import type { KnownRows } from './known-rows.ts';

/** Replaces outbox rows: `remove` leave the outbox, `append` are added at the end under new ids. */
export interface Replacement {
  readonly remove: readonly OutboxRow[];
  readonly append: readonly Command[];
}

/** All commands on a row or inside it, except those under way. */
export function listWaiting({ unsent }: KnownRows, idName: 'moduleId' | 'lessonId', id: string): OutboxRow[] {
  return unsent.filter(
    ({ state, command: { args } }) =>
      state !== 'sending' && Object.entries(args).some(([name, value]) => name === idName && value === id),
  );
}

type RowId = 'moduleId' | 'lessonId' | 'resourceId';

/** The same command for another row. */
export function withIds(command: Command, ids: Partial<Record<RowId, string>>): Command {
  return v.parse(Command, { ...command, args: { ...command.args, ...ids } });
}

/** The position after all of these. */
export function keyAfter(places: readonly string[]): string {
  const last = places.reduce<string | null>((max, key) => (max === null || key > max ? key : max), null);
  return generateKeyBetween(last, null);
}
