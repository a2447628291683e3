import { randomUUID } from 'node:crypto';
import { inTransaction } from '../db/transaction.ts';
import { openShop, sendOrder, sold } from '../shops/shops-for-test.ts';
import type { Person } from '../testing/people.ts';
import { addQuiz } from '../testing/quiz-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const DEVICE = { 'X-Carrel-Device': 'a-device-of-the-person' };

/** Makes the server store something about Alice in every table that can have it, as a learner and as an admin. */
export async function leaveTraces(server: TestServer): Promise<Person> {
  const { deps, people, request } = server;
  const { alice, admin } = people;
  const at = deps.clock.now().toISOString();
  const { email, password } = alice;
  await request('/api/auth/login', { body: { email, password }, headers: DEVICE });
  await request('/api/courses/tides/activate', { as: alice, body: { activationCode: 'TIDES-CODE-1' } });
  const entries = [{ lessonId: 'tides-lesson-1', completedAt: at, updatedAt: at }];
  await request('/api/progress', { method: 'PUT', as: alice, key: randomUUID(), body: { entries } });
  const { quizId, questionId } = await addQuiz(server, { use: 'test' });
  const answer = { questionId, version: 1, answer: 'a', answeredAt: at };
  const attempt = { id: randomUUID(), quizId, startedAt: at, submittedAt: at, answers: [answer] };
  await request('/api/attempts', { method: 'PUT', as: alice, key: randomUUID(), body: attempt });
  const message = 'The tide tables do not open';
  const support = { name: 'Alice', email, subject: 'access', message };
  await request('/api/support', { as: alice, body: support });
  await request('/api/auth/forgot-password', { body: { email } });
  const setRole = (role: string) =>
    request('/api/admin/users/alice/role', { method: 'PUT', as: admin, key: randomUUID(), body: { role } });
  const access = (revoked: boolean) => ({ revoked, reason: 'A test' });
  for (const body of [access(true), access(false)])
    await request('/api/admin/codes/access/tides/alice', {
      method: 'PUT',
      as: admin,
      key: randomUUID(),
      body,
    });
  const code = await deps.db
    .selectFrom('redemptions')
    .select('codeId')
    .where('userId', '=', 'alice')
    .executeTakeFirstOrThrow();
  const path = `/api/admin/codes/codes/${code.codeId}/revoked`;
  await request(path, { method: 'PUT', as: admin, key: randomUUID(), body: { revoked: true } });
  await setRole('admin');
  await request('/api/auth/second-factor', { as: alice, body: { currentPassword: password } });
  await request('/api/admin/courses/tides/upload-codes', { as: alice, body: { codes: ['FRESH-1'] } });
  const title = 'Ebb and flow';
  await request('/api/admin/modules/tides-module-1', { method: 'PUT', as: alice, body: { title } });
  await inTransaction(deps.db, async (trx) => {
    await trx.insertInto('recoveryCodes').values({ userId: 'alice', codeHash: 'hash', usedAt: at }).execute();
    await trx.insertInto('passkeys').values(passkeyOf('alice', at)).execute();
    const challenge = { challenge: 'random', userId: 'alice', scope: 'signIn', expiresAt: at };
    await trx.insertInto('passkeyChallenges').values(challenge).execute();
    const row = { fileId: 'f'.repeat(32), userId: 'alice', id: randomUUID(), kind: 'video' as const };
    const times = { createdAt: at, touchedAt: at, attachedAt: null };
    await trx
      .insertInto('uploads')
      .values({ ...row, sizeBytes: 4, digest: null, ...times })
      .execute();
    const token = { tokenHash: 'hash', userId: 'alice', expiresAt: at };
    await trx.insertInto('resetTokens').values(token).execute();
  });
  await buyCourse(server, alice);
  await deps.mails.drain();
  return alice;
}

const passkeyOf = (userId: string, at: string) => ({
  ...{ id: 'passkey', userId, credentialId: 'credential', rpId: 'learn.example.org', publicKey: 'key' },
  ...{ counter: 0, transports: 'internal', name: 'Phone', createdAt: at, lastUsedAt: null },
});

/** The person pays for a code of a shop and redeems it. */
async function buyCourse(server: TestServer, person: Person): Promise<void> {
  const shop = await openShop(server, 'standard');
  await sendOrder(server, shop, { email: person.email });
  const [bought] = (await sold(server)).codes;
  const body = { activationCode: bought?.code ?? '' };
  await inTransaction(server.deps.db, (trx) =>
    trx.deleteFrom('activations').where('userId', '=', person.id).execute(),
  );
  const path = `/api/courses/${bought?.courseId}/activate`;
  await server.request(path, { as: person, body });
}
