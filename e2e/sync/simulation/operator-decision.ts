import { expect } from 'vitest';
import { afterRestoreOf, type Command } from '#schema/commands/all-commands.ts';
import type { SimulationRun } from './run/simulation-run.ts';

/**
 * What a restore lost is done again, or not, as the operator said (docs/why/restore.md): with `discard` no edit, and
 * without a word no deletion and no change of rights under its old key.
 */
export async function expectOperatorObeyed({ server, oracle, circumstances }: SimulationRun): Promise<void> {
  const intent = circumstances.restores?.intent ?? null;
  if (intent !== 'discard')
    expect(oracle.givenUp, 'discarded without the word of the operator').toEqual(new Set());
  const mayBeDone = (command: Command) => {
    const rule = afterRestoreOf(command);
    return rule === 'always' || intent === 'keep' || (intent === null && rule === 'unlessDiscarded');
  };
  const receipts = await server.db.selectFrom('receipts').select('key').execute();
  const done = receipts.flatMap(({ key }) => {
    const command = oracle.carried.has(key) ? undefined : oracle.lost.get(key);
    return command === undefined || mayBeDone(command) ? [] : [command.kind];
  });
  expect(done, 'done again against the word of the operator').toEqual([]);
}
