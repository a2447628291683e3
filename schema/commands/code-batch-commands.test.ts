import * as v from 'valibot';
import { expect, it } from 'vitest';
import { commandsOfFormat1 } from '../fixtures/commands-of-format-1.ts';
import { afterAck, Command, type CommandOf, coalesceEdit, describeCommand } from './all-commands.ts';

const spring = { batchId: 'spring', batchName: 'Spring', courseId: 'tides' };
const tides = { courseId: 'tides', courseTitle: 'Tides' };
const codes = ['SPRING-7KQ2-M9XD-R4TB', 'SPRING-7KQ2-M9XD-R4TC'];
const batch = {
  ...{ ...tides, batchId: 'spring', name: 'Spring', note: '', prefix: 'SPRING' },
  ...{ expiresAt: null, maxUses: 1, codes },
};

function create(): CommandOf<'codeBatch.create'> {
  const envelope = { id: '019aa000-0000-7000-8000-000000000100', userId: 'admin', version: 1 };
  return { ...envelope, createdAt: '2026-11-21T08:00:00.000Z', kind: 'codeBatch.create', args: batch };
}

it.each([
  ['Register 2 activation codes “Spring” for “Tides”', { kind: 'codeBatch.create', args: batch }],
  [
    'Change the expiry and the number of uses of the codes “Spring”',
    {
      kind: 'codeBatch.update',
      args: { ...spring, version: 1, base: {}, changes: { expiresAt: null, maxUses: 2 } },
    },
  ],
  ['Revoke the codes of “Spring”', { kind: 'codeBatch.setRevoked', args: { ...spring, revoked: true } }],
  [
    'Revoke a code of “Spring” and remove the access that it gave',
    {
      kind: 'code.setRevoked',
      args: { ...spring, codeId: 'c', revoked: true, removesAccess: true, reason: 'Refund' },
    },
  ],
  [
    'Restore the access of Bob to “Tides”',
    {
      kind: 'access.setRevoked',
      args: { ...tides, userId: 'bob', userName: 'Bob', codeId: null, revoked: false, reason: '' },
    },
  ],
] as const)('the sync centre shows “%s”', (sentence, body) => {
  expect(describeCommand(body)).toBe(sentence);
});

it('no sentence shows a code', () => {
  const stored = commandsOfFormat1.map((written) => v.parse(Command, written));
  expect(stored.map(describeCommand).join('\n')).not.toMatch(/7KQ2/);
});

it('an acknowledged registration has its codes no more', () => {
  expect(JSON.stringify(afterAck(create(), {}))).not.toContain('7KQ2');
});

it('an edit of an unsent registration changes what is registered', () => {
  const coalesced = coalesceEdit(create(), { name: 'Fair', maxUses: 3 });
  expect(coalesced).toMatchObject({ command: { args: { name: 'Fair', maxUses: 3, codes } }, rest: null });
});
