import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ActivateReply } from '#schema/learning/activation.ts';
import type { ErrorCode } from '#schema/messages/errors.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { registered } from '../codes/codes-for-test.ts';
import { inTransaction } from '../db/transaction.ts';
import { insertUser } from '../sessions/user-queries.ts';
import { fixtureCourse } from '../testing/fixture-courses.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const courses = [
  fixtureCourse(),
  fixtureCourse({ id: 'winds' }),
  fixtureCourse({ id: 'hidden', status: 'unpublished' }),
];

const unlock = (server: TestServer, as: Person, activationCode: string, courseId = 'tides') =>
  server.request(`/api/courses/${courseId}/activate`, { as, body: { activationCode } });

const setCode = (server: TestServer, code: string, set: { revokedAt: string }) =>
  inTransaction(server.deps.db, (trx) =>
    trx.updateTable('activationCodes').set(set).where('code', '=', code).execute(),
  );

async function usedCodes(server: TestServer): Promise<number> {
  const used = server.deps.db.selectFrom('activationCodes').select('id').where('isUsedUp', '=', 1);
  return (await used.execute()).length;
}

/** Additional signed-in learners. */
async function strangers(server: TestServer, count: number): Promise<Person[]> {
  const { deps, people } = server;
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const id = `learner-${i}`;
      const fields = { id, name: id, email: `${id}@example.org`, createdAt: '2026-11-21T08:00:00.000Z' };
      await inTransaction(deps.db, (trx) =>
        insertUser(trx, { ...fields, passwordHash: 'none', role: 'user' }),
      );
      const token = await deps.sessions.issue({ id, tokenVersion: 1 }, deps.clock.now());
      return { ...people.alice, id, token };
    }),
  );
}

describe('unlocking a course', () => {
  it('returns the list of activated courses, unlocks the content and counts the learner', async () => {
    const server = await serverForTest({ courses });
    const { alice } = server.people;
    expect((await server.request('/api/courses/tides/content', { as: alice })).status).toBe(403);
    const response = await unlock(server, alice, 'TIDES-CODE-1');
    expect(response.read(ActivateReply)).toEqual({
      activatedCourses: ['tides'],
      proof: { text: expect.any(String), epoch: expect.any(String) },
    });
    expect((await server.request('/api/courses/tides/content', { as: alice })).status).toBe(200);
    const { course } = (await server.request('/api/courses/tides')).read(endpoints.getCourse.output);
    expect(course.enrollmentCount).toBe(1);
    expect((await unlock(server, alice, 'WINDS-CODE-1', 'winds')).read(ActivateReply)).toEqual({
      activatedCourses: ['tides', 'winds'],
      proof: { text: expect.any(String), epoch: expect.any(String) },
    });
  });

  it.each(['tides-code-1', '  TIDES CODE 1 ', 'TIDES\u00a0CODE\u20131', 'tidescode1'])(
    'ignores case, spaces and dashes: %j',
    async (code) => {
      const server = await serverForTest({ courses });
      expect((await unlock(server, server.people.alice, code)).status).toBe(200);
    },
  );

  it('consumes no code when the course is already activated', async () => {
    const server = await serverForTest({ courses });
    const { alice } = server.people;
    await unlock(server, alice, 'TIDES-CODE-1');
    for (const code of ['TIDES-CODE-2', 'TIDES-CODE-1', 'rubbish']) {
      expect((await unlock(server, alice, code)).read(ActivateReply)).toEqual({
        activatedCourses: ['tides'],
      });
    }
    expect(await usedCodes(server)).toBe(1);
  });

  it.each<[string, string, ErrorCode, string]>([
    ['an unknown code', 'NOT-A-CODE', 'code_invalid', messages.codeInvalid],
    ['a used code', 'TIDES-CODE-1', 'code_used', serverMessages.codeUsed],
    ['a withdrawn code', 'TIDES-CODE-2', 'code_revoked', serverMessages.codeRevoked],
    ['an expired code', 'TIDES-CODE-4', 'code_expired', serverMessages.codeExpired],
    ['a code of another course', 'WINDS-CODE-1', 'code_other_course', serverMessages.codeOtherCourse],
    ['only dashes', '---', 'code_invalid', messages.codeInvalid],
    ['nothing but spaces', '   ', 'invalid_input', messages.codeMissing],
  ])('rejects %s with its own message and unlocks nothing', async (_, code, reason, sentence) => {
    const server = await serverForTest({ courses });
    await unlock(server, server.people.bob, 'TIDES-CODE-1');
    await setCode(server, 'TIDES-CODE-2', { revokedAt: '2026-11-20T00:00:00.000Z' });
    await registered(server, { codes: ['TIDES-CODE-4'], expiresAt: '2026-11-21T08:00:00.000Z' });
    const response = await unlock(server, server.people.alice, code);
    expect(response.status).toBe(400);
    expect(response.refusal).toMatchObject({ error: sentence, code: reason });
    expect(await usedCodes(server)).toBe(1);
    expect((await server.request('/api/courses/tides/content', { as: server.people.alice })).status).toBe(
      403,
    );
  });

  it('accepts a code that expires later', async () => {
    const server = await serverForTest({ courses });
    await registered(server, { codes: ['TIDES-CODE-4'], expiresAt: '2026-11-21T08:00:00.001Z' });
    expect((await unlock(server, server.people.alice, 'TIDES-CODE-4')).status).toBe(200);
  });

  it('does not find an unpublished or unknown course', async () => {
    const server = await serverForTest({ courses });
    for (const courseId of ['hidden', 'nowhere', 'a%20b', '..%2Ftides']) {
      const response = await unlock(server, server.people.alice, 'HIDDEN-CODE-1', courseId);
      expect(response.status).toBe(404);
      expect(response.refusal.error).toBe(messages.courseNotFound);
    }
    expect(await usedCodes(server)).toBe(0);
  });

  it('lets exactly one of fifty learners claim a code that they send at once', async () => {
    const server = await serverForTest({ courses });
    const racers = await strangers(server, 50);
    const responses = await Promise.all(racers.map((racer) => unlock(server, racer, 'TIDES-CODE-1')));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    const losers = responses.filter((response) => response.status !== 200);
    expect(losers.map((response) => response.refusal.code)).toEqual(Array(49).fill('code_used'));
    const rows = await server.deps.db.selectFrom('activations').selectAll().execute();
    expect(rows).toHaveLength(1);
  });

  it('happens once when one learner sends it many times at once, under one key', async () => {
    const server = await serverForTest({ courses });
    const key = randomUUID();
    const options = { as: server.people.alice, key, body: { activationCode: 'TIDES-CODE-1' } };
    const responses = await Promise.all(
      Array.from({ length: 15 }, () => server.request('/api/courses/tides/activate', options)),
    );
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(responses.filter((response) => response.header('Idempotency-Replayed') === null)).toHaveLength(1);
    expect(await usedCodes(server)).toBe(1);
  });

  it('never writes a code to the log', async () => {
    const server = await serverForTest({ courses });
    await unlock(server, server.people.alice, 'TIDES-CODE-1');
    await unlock(server, server.people.bob, 'TIDES-CODE-1');
    const log = server.log.join('');
    expect(log).toContain('course activated');
    expect(log).toContain('activation refused');
    expect(log).not.toMatch(/code-1/i);
  });
});
