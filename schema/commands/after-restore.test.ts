import * as v from 'valibot';
import { expect, it } from 'vitest';
import { commandsOfFormat1 } from '../fixtures/commands-of-format-1.ts';
import { afterRestoreOf, Command, effectOf } from './all-commands.ts';

const commands = commandsOfFormat1.map((stored) => v.parse(Command, stored));
const kindsThatAre = (rule: string) => [
  ...new Set(commands.filter((one) => afterRestoreOf(one) === rule).map(({ kind }) => kind)),
];

it('deletions and changes of rights are done again only by a decision', () => {
  const deletions = commands.filter(({ kind }) => effectOf(kind) === 'delete').map(({ kind }) => kind);
  expect(deletions.length).toBeGreaterThan(3);
  expect(kindsThatAre('onlyByDecision')).toEqual(
    expect.arrayContaining([...deletions, 'user.setRole', 'course.setStatus']),
  );
});

it('an edit of a course that publishes or withdraws it is a change of rights', () => {
  const [stored] = commands.filter(({ kind }) => kind === 'course.update');
  if (stored?.kind !== 'course.update') throw new Error('There is no course.update among the fixtures');
  const withChanges = (changes: typeof stored.args.changes) =>
    afterRestoreOf({ ...stored, args: { ...stored.args, changes } });
  expect(withChanges({ title: 'Knots' })).toBe('unlessDiscarded');
  expect(withChanges({ title: 'Knots', status: 'unpublished' })).toBe('onlyByDecision');
});

it('what learners did, and rejected texts, are always sent again', () => {
  expect(kindsThatAre('always').sort()).toEqual([
    'attempt.save',
    'code.redeem',
    'course.activate',
    'history.keepAside',
    'profile.update',
    'progress.save',
    'support.request',
  ]);
});
