import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { copiedId } from '#schema/courses/copied-id.ts';
import { AttemptReply } from '#schema/quizzes/attempt.ts';
import { Question, Quiz } from '#schema/quizzes/quiz.ts';
import { activate, labels, pullAll } from '../sync/sync-for-test.ts';
import { addQuiz } from '../testing/quiz-for-test.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const QuestionReply = v.object({ question: Question });
const QuizReply = v.object({ quiz: Quiz });
const at = (minute: number) => `2026-11-21T07:${String(minute).padStart(2, '0')}:00.000Z`;
const answer = (minute: number, text = 'a', version = 1, questionId = 'tides-question') => {
  return { questionId, version, answer: text, answeredAt: at(minute) };
};

/** A server where alice has unlocked the course, which has practice in its first lesson. */
async function serverWithQuiz(use: 'practice' | 'test' = 'practice') {
  const server = await serverForTest();
  await addQuiz(server, { use });
  await activate(server, server.people.alice);
  return server;
}

const attempt = { id: randomUUID(), quizId: 'tides-quiz', startedAt: at(0) };

async function save(server: TestServer, body: object, key: string = randomUUID()) {
  const { alice } = server.people;
  return server.request('/api/attempts', {
    method: 'PUT',
    as: alice,
    key,
    body: { ...attempt, answers: [], ...body },
  });
}

const edit = (server: TestServer, path: string, method: 'PUT' | 'DELETE', body?: object) =>
  server.request(path, { method, as: server.people.admin, ...(body && { body }) });

describe('questions', () => {
  it('reach learners with the course and by the pull, and admins by the pull', async () => {
    const server = await serverWithQuiz();
    const { alice, admin } = server.people;
    for (const person of [alice, admin]) {
      const { changes } = await pullAll(server, person);
      const rows = labels(changes).filter((label) => /^(quiz|question) /.test(label));
      expect(rows.sort()).toEqual(['question tides-question', 'quiz tides-quiz']);
    }
    const content = await server.request('/api/courses/tides/content', { as: alice });
    expect(JSON.parse(content.text).course).toMatchObject({
      quizzes: [{ id: 'tides-quiz', lessonId: 'tides-lesson-1', use: 'practice', passPercent: 60 }],
      questions: [{ id: 'tides-question', quizId: 'tides-quiz', kind: 'one', version: 1 }],
    });
  });

  it('have their choices in the author’s order for admins only', async () => {
    const server = await serverWithQuiz();
    const orderFor = async (person: keyof TestServer['people']) => {
      const { changes } = await pullAll(server, server.people[person]);
      const change = changes.find(({ kind }) => kind === 'question');
      return change?.kind === 'question' && 'data' in change ? change.data.choices : '';
    };
    expect(await orderFor('admin')).toMatch(/moon.*flood/);
    expect(await orderFor('alice')).toMatch(/flood.*moon/);
  });

  it('are refused if they cannot be asked, with the field, and are sanitised', async () => {
    const server = await serverWithQuiz();
    const refused = await edit(server, '/api/admin/questions/tides-question', 'PUT', {
      key: JSON.stringify({ right: [] }),
    });
    expect(refused.status).toBe(400);
    expect(refused.refusal.fields).toEqual({ key: 'Mark a choice as right' });
    const cleaned = await edit(server, '/api/admin/questions/tides-question', 'PUT', {
      prompt: '<p onclick="x()">What?</p><script>y()</script>',
    });
    expect(cleaned.read(QuestionReply).question).toMatchObject({ prompt: '<p>What?</p>', version: 2 });
  });

  it('and their quiz honour the version that an edit was made on', async () => {
    const server = await serverWithQuiz();
    const { admin } = server.people;
    const put = (path: string, body: object) =>
      server.request(path, { method: 'PUT', as: admin, body, headers: { 'If-Match': '"1"' } });
    const renamed = await put('/api/admin/quizzes/tides-quiz', { title: 'Ebb' });
    expect(renamed.read(QuizReply).quiz).toMatchObject({ title: 'Ebb', version: 2, use: 'practice' });
    const late = await put('/api/admin/quizzes/tides-quiz', { title: 'Flood' });
    expect([late.status, JSON.parse(late.text).current]).toMatchObject([412, { title: 'Ebb', version: 2 }]);
  });

  it('leave tombstones when they, their lesson or their course are deleted', async () => {
    const paths = ['/api/admin/quizzes/tides-quiz', '/api/admin/lessons/tides-lesson-1'];
    for (const path of [...paths, '/api/admin/modules/tides-module-1']) {
      const server = await serverWithQuiz();
      expect((await edit(server, path, 'DELETE')).status).toBe(200);
      const { changes } = await pullAll(server, server.people.alice);
      const gone = changes.filter(({ kind }) => kind === 'quiz' || kind === 'question');
      expect(gone.map(({ deleted }) => deleted)).toEqual([true, true]);
      expect((await save(server, { answers: [answer(1)] })).status).toBe(404);
    }
  });

  it('come back when their course is restored from the trash', async () => {
    const server = await serverWithQuiz();
    await edit(server, '/api/admin/courses/tides', 'PUT', { status: 'unpublished' });
    await edit(server, '/api/admin/courses/tides', 'DELETE');
    const { admin } = server.people;
    const all = async () => {
      const { changes } = await pullAll(server, admin);
      return changes.filter(({ kind, deleted }) => !deleted && (kind === 'quiz' || kind === 'question'));
    };
    expect(await all()).toEqual([]);
    await server.request('/api/admin/trash/tides/restore', { method: 'POST', as: admin });
    expect(await all()).toHaveLength(2);
  });

  it('come back when their lesson is restored from the history, and are copied with their lesson', async () => {
    const server = await serverWithQuiz();
    const { admin } = server.people;
    const path = '/api/admin/modules/tides-module-1/lessons';
    const questions = () => server.deps.db.selectFrom('questions').select(['key', 'version']).execute();
    await server.request(path, { as: admin, body: { title: 'Copy', copies: 'tides-lesson-1' } });
    expect(await questions()).toEqual([
      { key: '{"right":["a"]}', version: 1 },
      { key: '{"right":["a"]}', version: 1 },
    ]);
    await edit(server, '/api/admin/lessons/tides-lesson-1', 'DELETE');
    expect(await questions()).toHaveLength(1);
    const deletion = await server.deps.db
      .selectFrom('revisions')
      .select('id')
      .where('entity', '=', 'lesson')
      .where('kind', '=', 'delete')
      .executeTakeFirstOrThrow();
    await server.request(path, { as: admin, body: { title: 'Again', restores: deletion.id } });
    expect(await questions()).toHaveLength(2);
    const { changes } = await pullAll(server, server.people.alice);
    const present = changes.filter(({ kind, deleted }) => kind === 'question' && !deleted);
    expect(present).toHaveLength(2);
  });

  it('are copied with their course, and answers to the copy are graded', async () => {
    const server = await serverWithQuiz();
    const id = randomUUID();
    const { admin } = server.people;
    await server.request('/api/admin/courses/tides/duplicate', { as: admin, body: { id, title: 'Copy' } });
    const quizId = copiedId(id, 'tides-quiz');
    const { changes } = await pullAll(server, admin);
    expect(labels(changes)).toContain(`question ${copiedId(id, 'tides-question')}`);
    const answers = [answer(1, 'a', 1, copiedId(id, 'tides-question'))];
    const body = { id: randomUUID(), quizId, startedAt: at(0), answers };
    const saved = await server.request('/api/attempts', { method: 'PUT', as: admin, body });
    expect(saved.read(AttemptReply).attempt).toMatchObject({ score: 1, maxScore: 1 });
  });
});

describe('the key of a test', () => {
  it('reaches no learner, in no reply, and its explanation neither', async () => {
    const server = await serverWithQuiz('test');
    const { alice, admin } = server.people;
    const marks = ['KEY-MARK', 'EXPLANATION-MARK'];
    await edit(server, '/api/admin/questions/tides-question', 'PUT', {
      choices: JSON.stringify([
        { id: 'KEY-MARK', text: 'Right' },
        { id: 'zz', text: 'Wrong' },
      ]),
      key: JSON.stringify({ right: ['KEY-MARK'], model: 'KEY-MARK' }),
      explanation: 'EXPLANATION-MARK',
    });
    const key = randomUUID();
    const body = { answers: [answer(1, 'zz', 2)], submittedAt: at(2) };
    const texts = [
      JSON.stringify((await pullAll(server, alice)).changes),
      (await server.request('/api/courses/tides/content', { as: alice })).text,
      (await server.request('/api/courses/tides', { as: alice })).text,
      (await save(server, body, key)).text,
      (await save(server, body, key)).text,
      JSON.stringify((await pullAll(server, alice)).changes),
    ];
    for (const text of texts) {
      // The id of the right choice is that of a choice, and is in no other place.
      expect(text.split('KEY-MARK').length - 1).toBeLessThanOrEqual(1);
      expect(text).not.toContain('right');
      expect(text).not.toContain('EXPLANATION-MARK');
    }
    const seen = JSON.stringify((await pullAll(server, admin)).changes);
    for (const mark of marks) expect(seen).toContain(mark);
  });
});

describe('an attempt', () => {
  it('is united from what two devices send, in whatever order, and pulled by its learner only', async () => {
    const server = await serverWithQuiz();
    await save(server, { answers: [answer(5, 'b')] });
    const saved = await save(server, { answers: [answer(3)] });
    expect(saved.read(AttemptReply).attempt.answers).toEqual([answer(3), answer(5, 'b')]);
    const { alice, bob, admin } = server.people;
    const pulled = (await pullAll(server, alice)).changes.filter(({ kind }) => kind === 'attempt');
    expect(pulled).toMatchObject([{ id: attempt.id, data: saved.read(AttemptReply).attempt }]);
    for (const other of [bob, admin])
      expect(JSON.stringify((await pullAll(server, other)).changes)).not.toContain(attempt.id);
  });

  it('is saved once, however often its command arrives', async () => {
    const server = await serverWithQuiz();
    const key = randomUUID();
    const first = await save(server, { answers: [answer(1)] }, key);
    const again = await save(server, { answers: [answer(1)] }, key);
    const otherKey = await save(server, { answers: [answer(1)] });
    expect([again.text, otherKey.text]).toEqual([first.text, first.text]);
    expect(await server.deps.db.selectFrom('attempts').selectAll().execute()).toHaveLength(1);
  });

  it('is graded by the version that the learner saw, also when the question is gone', async () => {
    const server = await serverWithQuiz();
    const key = JSON.stringify({ right: ['b'] });
    await edit(server, '/api/admin/questions/tides-question', 'PUT', { key });
    const old = await save(server, { answers: [answer(1, 'a', 1)] });
    expect(old.read(AttemptReply).attempt).toMatchObject({ score: 1, maxScore: 1, isPassed: true });
    const fresh = await save(server, { id: randomUUID(), answers: [answer(1, 'a', 2)] });
    expect(fresh.read(AttemptReply).attempt).toMatchObject({ score: 0, maxScore: 1, isPassed: false });
    await edit(server, '/api/admin/questions/tides-question', 'DELETE');
    const late = await save(server, { id: randomUUID(), answers: [answer(1, 'a', 1)] });
    expect(late.read(AttemptReply).attempt).toMatchObject({ score: 1, maxScore: 1 });
  });

  it('of a test is graded by the version that was seen, although its key changed before it was handed in', async () => {
    const server = await serverWithQuiz('test');
    await save(server, { answers: [answer(1, 'a', 1)] });
    const key = JSON.stringify({ right: ['b'] });
    await edit(server, '/api/admin/questions/tides-question', 'PUT', { key });
    const handedIn = await save(server, { submittedAt: at(2) });
    expect(handedIn.read(AttemptReply).attempt).toMatchObject({ score: 1, maxScore: 1 });
  });

  it('of a test is graded when it is handed in, which happens once', async () => {
    const server = await serverWithQuiz('test');
    const open = await save(server, { answers: [answer(1, 'b'), answer(2)] });
    expect(open.read(AttemptReply).attempt).toMatchObject({ score: null, submittedAt: null });
    const handedIn = await save(server, { submittedAt: at(3) });
    expect(handedIn.read(AttemptReply).attempt).toMatchObject({ score: 1, submittedAt: at(3) });
    const late = await save(server, { submittedAt: at(9), answers: [answer(8, 'b')] });
    expect(late.read(AttemptReply).attempt).toMatchObject({
      ...{ score: 1, submittedAt: at(3) },
      answers: [answer(1, 'b'), answer(2), answer(8, 'b')],
    });
  });

  it('keeps answers to questions that never were, which count for nothing, and ignores a forged score', async () => {
    const server = await serverWithQuiz();
    const saved = await save(server, {
      ...{ score: 99, isPassed: true },
      answers: [answer(1, 'a', 77), answer(2, 'a', 1, 'never-was')],
    });
    const { answers, score } = saved.read(AttemptReply).attempt;
    expect([answers.length, score]).toEqual([2, 0]);
  });

  it('of a test is accepted when the course was unpublished meanwhile, and refused without access', async () => {
    const server = await serverWithQuiz('test');
    await edit(server, '/api/admin/courses/tides', 'PUT', { status: 'unpublished' });
    expect((await save(server, { answers: [answer(1)], submittedAt: at(2) })).status).toBe(200);
    const removed = { revoked: true, reason: 'A test' };
    await edit(server, '/api/admin/codes/access/tides/alice', 'PUT', removed);
    const late = await save(server, { answers: [answer(3)] });
    expect([late.status, late.refusal.code]).toEqual([404, 'quiz_not_found']);
    await edit(server, '/api/admin/codes/access/tides/alice', 'PUT', { ...removed, revoked: false });
    const saved = await save(server, { answers: [answer(3)] });
    expect(saved.read(AttemptReply).attempt).toMatchObject({ score: 1, answers: [answer(1), answer(3)] });
  });

  it('is refused with a sentence: of another quiz, too long, without access', async () => {
    const server = await serverWithQuiz();
    await save(server, { answers: [answer(1)] });
    const { admin } = server.people;
    await server.request('/api/admin/lessons/tides-lesson-2/quizzes', {
      as: admin,
      body: { id: 'other', use: 'practice', title: 'Other' },
    });
    const codeOf = async (body: object) => (await save(server, body)).refusal.code;
    expect(await codeOf({ quizId: 'other' })).toBe('attempt_of_other');
    expect(await codeOf({ quizId: 'no-quiz' })).toBe('quiz_not_found');
    const many = Array.from({ length: 10_000 }, (_, i) => ({ ...answer(1), answeredAt: new Date(i) }));
    expect((await save(server, { answers: many })).status).toBe(400);
    const { bob } = server.people;
    const body = { ...attempt, answers: [answer(1)] };
    const locked = await server.request('/api/attempts', { method: 'PUT', as: bob, body });
    expect(locked.refusal).toMatchObject({
      code: 'quiz_not_found',
      error: expect.stringContaining('course'),
    });
  });
});
