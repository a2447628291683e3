import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RedeemReply } from '#schema/learning/activation.ts';
import type { ErrorCode } from '#schema/messages/errors.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { registered } from '../codes/codes-for-test.ts';
import { inTransaction } from '../db/transaction.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { type CodeRow, chooseCourse } from './choose-course.ts';

const courses = [
  fixtureCourse(),
  fixtureCourse({ id: 'winds' }),
  fixtureCourse({ id: 'hidden', status: 'unpublished' }),
];

const redeem = (server: TestServer, as: Person, activationCode: string, key?: string) =>
  server.request('/api/activate', { as, body: { activationCode }, ...(key === undefined ? {} : { key }) });

const change = (server: TestServer, code: string, set: object) =>
  inTransaction(server.deps.db, (trx) =>
    trx.updateTable('activationCodes').set(set).where('code', '=', code).execute(),
  );

/** Gives a code of one course the text of another's. */
const rename = (server: TestServer, code: string, to: string) =>
  change(server, code, { code: to, normalizedCode: to.replaceAll('-', '') });

async function usedCodes(server: TestServer): Promise<string[]> {
  const used = server.deps.db.selectFrom('activationCodes').select('code').where('isUsedUp', '=', 1);
  return (await used.execute()).map(({ code }) => code).sort();
}

describe('a code without its course', () => {
  it('unlocks its course and returns it', async () => {
    const server = await serverForTest({ courses });
    const { alice } = server.people;
    const response = await redeem(server, alice, ' winds\u00a0code–1 ');
    expect(response.read(RedeemReply)).toMatchObject({ activatedCourses: ['winds'], courseId: 'winds' });
    expect((await server.request('/api/courses/winds/content', { as: alice })).status).toBe(200);
    expect((await server.request('/api/courses/tides/content', { as: alice })).status).toBe(403);
    expect(await usedCodes(server)).toEqual(['WINDS-CODE-1']);
  });

  it('is used once under one key, and not again when the same user repeats it', async () => {
    const server = await serverForTest({ courses });
    const { alice } = server.people;
    const key = randomUUID();
    await redeem(server, alice, 'TIDES-CODE-1', key);
    const again = await redeem(server, alice, 'TIDES-CODE-1', key);
    expect(again.header('Idempotency-Replayed')).toBe('true');
    for (const code of ['TIDES-CODE-1', 'TIDES-CODE-2'])
      expect((await redeem(server, alice, code)).read(RedeemReply)).toMatchObject({ courseId: 'tides' });
    expect(await usedCodes(server)).toEqual(['TIDES-CODE-1']);
  });

  it.each<[string, string, ErrorCode, string]>([
    ['an unknown code', 'NOT-A-CODE', 'code_invalid', messages.codeInvalid],
    ['a used code', 'TIDES-CODE-1', 'code_used', serverMessages.codeUsed],
    ['a withdrawn code', 'TIDES-CODE-2', 'code_revoked', serverMessages.codeRevoked],
    ['an expired code', 'TIDES-CODE-4', 'code_expired', serverMessages.codeExpired],
    ['a code of a course that is not offered', 'HIDDEN-CODE-1', 'code_invalid', messages.codeInvalid],
    ['nothing but spaces', '   ', 'invalid_input', messages.codeMissing],
  ])('rejects %s with its own message and unlocks nothing', async (_, code, reason, sentence) => {
    const server = await serverForTest({ courses });
    await redeem(server, server.people.bob, 'TIDES-CODE-1');
    await change(server, 'TIDES-CODE-2', { revokedAt: '2026-11-20T00:00:00.000Z' });
    await registered(server, { codes: ['TIDES-CODE-4'], expiresAt: '2026-11-21T08:00:00.000Z' });
    const response = await redeem(server, server.people.alice, code);
    expect(response.status).toBe(400);
    expect(response.refusal).toMatchObject({ error: sentence, code: reason });
    expect(await usedCodes(server)).toEqual(['TIDES-CODE-1']);
  });

  it('that exists in two courses requires the course, unless only one of them is free', async () => {
    const server = await serverForTest({ courses });
    const { alice, bob } = server.people;
    await rename(server, 'WINDS-CODE-1', 'TIDES-CODE-1');
    const refused = await redeem(server, alice, 'TIDES-CODE-1');
    expect(refused.refusal).toMatchObject({ code: 'code_ambiguous', error: messages.codeAmbiguous });
    expect(await usedCodes(server)).toEqual([]);
    const body = { activationCode: 'TIDES-CODE-1' };
    expect((await server.request('/api/courses/tides/activate', { as: alice, body })).status).toBe(200);
    expect((await redeem(server, bob, 'TIDES-CODE-1')).read(RedeemReply).courseId).toBe('winds');
  });

  it('can be guessed no more often than on the page of a course, and both share their attempts', async () => {
    const server = await serverForTest({ courses });
    const { alice, bob } = server.people;
    const onPage = { as: alice, body: { activationCode: 'WRONG' } };
    for (let round = 0; round < 8; round += 1) await server.request('/api/courses/tides/activate', onPage);
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) statuses.push((await redeem(server, alice, 'WRONG')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 400, 429]);
    expect((await server.request('/api/courses/tides/activate', onPage)).status).toBe(429);
    expect((await redeem(server, bob, 'TIDES-CODE-1')).status).toBe(200);
  });

  it('is never written to the log', async () => {
    const server = await serverForTest({ courses });
    await redeem(server, server.people.alice, 'TIDES-CODE-1');
    await redeem(server, server.people.bob, 'TIDES-CODE-1');
    expect(server.log.join('')).toContain('code redeemed');
    expect(server.log.join('')).not.toMatch(/code-1/i);
  });
});

describe('the course of a code', () => {
  const row = (courseId: string, parts: Partial<CodeRow> = {}): CodeRow => ({
    ...{ courseId, title: courseId, status: 'published', isUsedUp: false, isRedeemed: false },
    ...{ revokedAt: null, expiresAt: null },
    ...parts,
  });
  const at = '2026-11-21T08:00:00.000Z';
  const choose = (rows: readonly CodeRow[], activated: readonly string[] = []) =>
    chooseCourse(rows, { activated, at });

  it('is not one that the caller has, while another one is free', () => {
    expect(choose([row('tides'), row('winds')], ['tides'])).toMatchObject({
      kind: 'take',
      row: { courseId: 'winds' },
    });
    expect(
      choose(
        [row('tides', { isUsedUp: true, isRedeemed: true }), row('winds', { revokedAt: at })],
        ['tides'],
      ),
    ).toMatchObject({ kind: 'already', row: { courseId: 'tides' } });
  });

  it('is returned to its learner after it was unpublished, and to no other user', () => {
    const hidden = row('tides', { status: 'unpublished', isUsedUp: true, isRedeemed: true });
    expect(choose([hidden], ['tides'])).toMatchObject({ kind: 'already' });
    expect(choose([{ ...hidden, isRedeemed: false }])).toEqual({ kind: 'refuse', code: 'code_invalid' });
  });

  it('is not returned for a code that another user used in a course that the caller has', () => {
    expect(choose([row('tides', { isUsedUp: true })], ['tides'])).toEqual({
      kind: 'refuse',
      code: 'code_used',
    });
  });
});
