import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Command, type CommandKind, commandRequest } from '#schema/commands/all-commands.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import { inTransaction } from '../db/transaction.ts';
import { editorForTest } from '../editor/editor-for-test.ts';
import { type Called, sendBatch } from '../sync/sync-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';

const inCourse = { courseId: 'seas' };
const module = { ...inCourse, moduleId: 'm1' };
const lesson = { ...module, lessonId: 'l1' };
const quiz = { ...lesson, lessonTitle: '', quizId: 'q1' };
const question = { ...quiz, quizTitle: '', quizUse: 'practice', questionId: 'q2' };
const spring = { batchId: 'spring', batchName: 'Spring', courseId: 'tides' };
const fields = { title: 'Ebb', description: '', position: 'a0' };
const courseFields = { title: 'Tides', description: 'About', instructor: 'Carol', previewContent: '' };

/**
 * Every action of an admin on one new course, from creation to deletion, and the revision that each leaves.
 */
const allEdits = [
  ['create course', 'course.create', { ...inCourse, ...courseFields, thumbnail: null }],
  [
    'update course',
    'course.update',
    { ...inCourse, courseTitle: '', version: 1, base: {}, changes: { title: 'Seas' } },
  ],
  ['create module', 'module.create', { ...module, ...fields }],
  [
    'update module',
    'module.update',
    { ...module, moduleTitle: '', version: 1, base: {}, changes: { title: 'Flood' } },
  ],
  [
    'create lesson',
    'lesson.create',
    { ...lesson, ...fields, content: '', duration: 1, type: 'text', videoUrl: null },
  ],
  [
    'update lesson',
    'lesson.update',
    { ...lesson, lessonTitle: '', version: 1, base: {}, changes: { content: '<p>A</p>' } },
  ],
  [
    'update lesson',
    'lesson.setVideo',
    {
      ...lesson,
      lessonTitle: '',
      version: 2,
      base: { videoUrl: null },
      videoUrl: 'https://videos.example.org/a.mp4',
    },
  ],
  [
    'create resource',
    'resource.create',
    {
      ...lesson,
      lessonTitle: '',
      resourceId: 'r1',
      title: 'A',
      type: 'link',
      url: 'https://example.org/',
      position: 'a0',
    },
  ],
  [
    'create resource',
    'resource.create',
    {
      ...lesson,
      lessonTitle: '',
      resourceId: 'r2',
      title: 'English',
      type: 'video',
      url: '',
      position: 'a1',
      captions: 'WEBVTT\n',
    },
  ],
  [
    'update resource',
    'resource.update',
    {
      ...{ ...lesson, lessonTitle: '', resourceId: 'r1', resourceTitle: '', version: 1 },
      ...{ base: {}, changes: { title: 'B' } },
    },
  ],
  [
    'delete resource',
    'resource.delete',
    { ...lesson, lessonTitle: '', resourceId: 'r1', resourceTitle: '', version: 2 },
  ],
  [
    'create quiz',
    'quiz.create',
    { ...quiz, ...quizEntity.defaults, use: 'practice', title: 'Which tide?', position: 'a0' },
  ],
  [
    'update quiz',
    'quiz.update',
    { ...quiz, quizTitle: '', quizUse: 'practice', version: 1, base: {}, changes: { title: 'Tides' } },
  ],
  [
    'create question',
    'question.create',
    {
      ...{ ...question, kind: 'one', prompt: '<p>What?</p>', points: 1, explanation: '', position: 'a0' },
      ...{ choices: '[{"id":"a","text":"A"},{"id":"b","text":"B"}]', key: '{"right":["a"]}' },
    },
  ],
  [
    'update question',
    'question.update',
    { ...question, version: 1, base: {}, changes: { key: '{"right":["b"]}' } },
  ],
  ['delete question', 'question.delete', { ...question, version: 2 }],
  ['delete quiz', 'quiz.delete', { ...quiz, quizTitle: '', quizUse: 'practice', version: 2 }],
  [
    'aside lesson',
    'history.keepAside',
    { ...inCourse, entity: 'lesson', entityId: 'l1', entityTitle: 'Ebb', fields: { title: 'Mine' } },
  ],
  ['delete lesson', 'lesson.delete', { ...lesson, lessonTitle: '', version: 3 }],
  ['delete module', 'module.delete', { ...module, moduleTitle: '', version: 2 }],
  ['create codes', 'codes.upload', { ...inCourse, courseTitle: '', codes: ['A-1', 'A-2'] }],
  ['delete course', 'course.delete', { ...inCourse, courseTitle: '', courseVersion: 2 }],
  [
    'update course',
    'course.setStatus',
    { courseId: 'tides', courseTitle: '', courseVersion: 1, status: 'unpublished' },
  ],
  [
    'create course',
    'course.duplicate',
    {
      ...courseFields,
      ...{
        courseId: '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a31',
        fromCourseId: 'tides',
        fromTitle: '',
        title: 'Tides',
      },
      ...{ thumbnail: null, modules: [] },
    },
  ],
  [
    'create course',
    'course.import',
    {
      ...courseFields,
      ...{ courseId: '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a41', title: 'Winds' },
      ...{ thumbnail: null, modules: [], textCharacters: 0 },
    },
  ],
  ['update course', 'course.restore', { ...inCourse, courseTitle: '' }],
  ['delete course', 'course.delete', { ...inCourse, courseTitle: '', courseVersion: 2 }],
  ['update course', 'course.purge', { ...inCourse, courseTitle: '', deletedAt: '2026-11-21T08:00:00.000Z' }],
  ['update site', 'site.update', { name: 'Harbour School' }],
  ['update user', 'user.setRole', { userId: 'bob', userName: 'bob', role: 'admin' }],
  [
    'create codes',
    'codeBatch.create',
    {
      ...{ courseId: 'tides', courseTitle: '', batchId: 'spring', name: 'Spring', note: '', prefix: '' },
      ...{ expiresAt: null, maxUses: 1, codes: ['AAAA-BBBB-CCCC'] },
    },
  ],
  [
    'update codes',
    'codeBatch.update',
    { ...spring, version: 1, base: { name: 'Spring' }, changes: { name: 'Fair' } },
  ],
  ['update codes', 'codeBatch.setRevoked', { ...spring, revoked: true }],
  [
    'update codes',
    'code.setRevoked',
    { ...spring, codeId: 'a-code', revoked: true, removesAccess: false, reason: '' },
  ],
  [
    'update codes',
    'access.setRevoked',
    {
      ...{ courseId: 'tides', courseTitle: '', userId: 'alice', userName: 'alice', codeId: null },
      ...{ revoked: true, reason: '' },
    },
  ],
  ['update codes', 'access.give', { courseId: 'tides', courseTitle: '', userId: 'bob', userName: 'bob' }],
  ['update support', 'support.setDone', { requestId: 'a-request', name: 'Dora', done: true }],
] as const satisfies readonly (readonly [string, CommandKind, object])[];

function requestOf(kind: CommandKind, args: object, key: string): Called {
  const envelope = { id: key, userId: 'admin', version: 1, createdAt: '2026-11-21T08:00:00.000Z' };
  const { endpoint, path, body, headers } = commandRequest(v.parse(Command, { ...envelope, kind, args }));
  return { method: endpoint.method, path, body, key, ...(headers && { headers }) };
}

/** Alice has redeemed a code of the tides, which gets a known id. */
async function redeemCode({ deps, people, request }: TestServer): Promise<void> {
  const body = { activationCode: 'TIDES-CODE-1' };
  await request('/api/courses/tides/activate', { as: people.alice, body });
  await inTransaction(deps.db, (trx) =>
    trx.updateTable('activationCodes').set({ id: 'a-code' }).where('code', '=', 'TIDES-CODE-2').execute(),
  );
}

async function worldForTest() {
  const { server, send } = await editorForTest();
  await redeemCode(server);
  const request = {
    id: 'a-request',
    name: 'Dora',
    email: 'dora@example.org',
    subject: 'access',
    message: 'Help',
  };
  await server.request('/api/support', { body: request });
  const calls = allEdits.map(([, kind, args]) => requestOf(kind, args, randomUUID()));
  const lines = async () => {
    const response = await send('GET', 'audit');
    const { revisions } = response.read(endpoints.listAudit.output);
    return revisions.reverse().map(({ kind, entity }) => `${kind} ${entity}`);
  };
  return { server, calls, lines, as: server.people.admin };
}

describe('the history', () => {
  it('has exactly one revision per command of an admin, however often it is sent', async () => {
    const { server, calls, lines, as } = await worldForTest();
    for (const call of calls) {
      const { responses } = await sendBatch(server, [call, call], { as });
      expect([call.path, ...responses.map(({ status }) => status)]).toEqual([call.path, 200, 200]);
    }
    expect(await lines()).toEqual(allEdits.map(([line]) => line));
  });

  it('has no revision of a batch that was rolled back', async () => {
    const { server, calls, lines, as } = await worldForTest();
    const late = { method: 'PUT', path: '/api/admin/lessons/no-such-lesson', body: { title: 'A' } } as const;
    const { failedId } = await sendBatch(server, [...calls.slice(0, 6), { ...late, id: 'late' }], {
      as,
      atomic: true,
    });
    expect(failedId).toBe('late');
    expect(await lines()).toEqual([]);
  });
});
