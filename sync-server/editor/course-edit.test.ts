import { describe, expect, it, vi } from 'vitest';
import { adminMessages } from '#schema/admin-messages.ts';
import { endpoints } from '#schema/endpoints.ts';
import { serverMessages } from '#schema/server-messages.ts';
import { inTransaction } from '../db/transaction.ts';
import { editorForTest } from './editor-for-test.ts';

const words = { title: 'Knots', description: 'Ten that hold', instructor: 'Ines Holm' };
const { createCourse, listAdminCourses, updateCourse } = endpoints;

describe('creating a course', () => {
  it('makes it unpublished, empty, behind all others, with an id of the server’s', async () => {
    const { send } = await editorForTest();
    const { course } = (await send('POST', 'courses', { body: words })).read(createCourse.output);
    expect(course).toMatchObject({
      ...words,
      ...{ thumbnail: null, previewContent: '', status: 'unpublished', version: 1, modules: [] },
      ...{ enrollmentCount: 0, activationCodes: [], codeStats: { total: 0, unused: 0, used: 0 } },
    });
    const { courses } = (await send('GET', 'courses')).read(listAdminCourses.output);
    expect(courses.map(({ id }) => id)).toEqual(['tides', 'winds', course.id]);
  });

  it('takes an id from the device, and once only: also not after it was deleted', async () => {
    const { send } = await editorForTest();
    const body = { ...words, id: 'knots' };
    expect((await send('POST', 'courses', { body })).status).toBe(200);
    expect((await send('POST', 'courses', { body })).refusal.code).toBe('id_taken');
    await send('DELETE', 'courses/knots');
    expect((await send('POST', 'courses', { body })).status).toBe(409);
  });

  it('answers the same id sent again with the same key as it did first', async () => {
    const { send, newKey } = await editorForTest();
    const sent = { body: { ...words, id: 'knots' }, key: newKey() };
    const [first, second] = [await send('POST', 'courses', sent), await send('POST', 'courses', sent)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.header('Idempotency-Replayed')).toBe('true');
    expect(second.text).toBe(first.text);
  });

  it.each(['title', 'description', 'instructor'])('needs %s', async (field) => {
    const { send } = await editorForTest();
    for (const body of [
      { ...words, [field]: '  ' },
      { ...words, [field]: undefined },
    ]) {
      const answer = await send('POST', 'courses', { body });
      expect(answer.status).toBe(400);
      expect(answer.refusal.error).toBe(adminMessages.courseFieldsMissing);
    }
  });

  it('does not take the id that stands for a new course in addresses', async () => {
    const { send } = await editorForTest();
    expect((await send('POST', 'courses', { body: { ...words, id: 'new' } })).status).toBe(400);
  });
});

describe('changing a course', () => {
  it('changes the fields that are sent, counts the version up and shows learners at once', async () => {
    const { send, server, getCourse } = await editorForTest();
    const before = (await server.ask('/api/courses')).header('ETag');
    const answer = await send('PUT', 'courses/tides', { body: { title: 'High water' } });
    const { course } = answer.read(updateCourse.output);
    expect(course).toMatchObject({ title: 'High water', instructor: 'Ines Holm', version: 2 });
    expect(answer.header('ETag')).toBe('"2"');
    expect(course).toEqual(await getCourse('tides'));
    const after = await server.ask('/api/courses');
    expect(after.header('ETag')).not.toBe(before);
    expect(after.text).toContain('High water');
  });

  it('leaves the version alone when nothing would change', async () => {
    const { send, getCourse, changesOf } = await editorForTest();
    const changes = await changesOf('course');
    const { title, thumbnail } = await getCourse('tides');
    await send('PUT', 'courses/tides', { body: { title, thumbnail } });
    expect((await getCourse('tides')).version).toBe(1);
    expect(await changesOf('course')).toEqual(changes);
  });

  it('takes the whole course of the finish case and drops what is not its own', async () => {
    const { send, getCourse } = await editorForTest();
    const whole = {
      ...(await getCourse('tides')),
      status: 'unpublished',
      modules: [],
      version: 9,
      createdAt: '',
    };
    expect((await send('PUT', 'courses/tides', { body: whole })).status).toBe(200);
    const after = await getCourse('tides');
    expect(after).toMatchObject({ status: 'unpublished', version: 2 });
    expect(after.modules).toHaveLength(2);
  });

  it.each([
    ['https://pictures.example.org/a.webp', 'https://pictures.example.org/a.webp'],
    ['/media/thumbnails/abc-1280.webp', '/media/thumbnails/abc-1280.webp'],
    ['', null],
    [null, null],
  ])('takes %j for a thumbnail', async (thumbnail, stored) => {
    const { send, getCourse } = await editorForTest();
    await send('PUT', 'courses/tides', { body: { thumbnail } });
    expect((await getCourse('tides')).thumbnail).toBe(stored);
  });

  it.each([
    'javascript:alert(1)',
    'http://a.example',
    '//evil.example/a',
    '/media/../x',
    'data:image/png;base64,A',
  ])('refuses %j for a thumbnail', async (thumbnail) => {
    const { send } = await editorForTest();
    const answer = await send('PUT', 'courses/tides', { body: { thumbnail } });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.refusal.fields ?? {})).toEqual(['thumbnail']);
  });
});

describe('publishing', () => {
  it('needs modules that all have lessons', async () => {
    const { send, getCourse } = await editorForTest();
    const publish = () => send('PUT', 'courses/winds', { body: { status: 'published' } });
    const extra = await send('POST', 'courses/winds/modules', { body: {} });
    const { module } = extra.read(endpoints.createModule.output);
    expect((await publish()).refusal).toMatchObject({
      code: 'course_incomplete',
      error: adminMessages.courseIncomplete,
    });
    expect((await getCourse('winds')).status).toBe('unpublished');
    await send('POST', `modules/${module.id}/lessons`, { body: {} });
    expect((await publish()).status).toBe(200);
  });

  it('is refused for a course without modules', async () => {
    const { send } = await editorForTest();
    await send('POST', 'courses', { body: { ...words, id: 'knots' } });
    expect((await send('PUT', 'courses/knots', { body: { status: 'published' } })).status).toBe(409);
  });

  it('ends by unpublishing: gone for visitors, kept by those who activated it', async () => {
    const { send, server } = await editorForTest();
    const { alice } = server.people;
    await server.ask('/api/courses/tides/activate', { as: alice, body: { activationCode: 'TIDES-CODE-1' } });
    await send('PUT', 'courses/tides', { body: { status: 'unpublished' } });
    expect((await server.ask('/api/courses')).text).not.toContain('"tides"');
    expect((await server.ask('/api/courses/tides')).status).toBe(404);
    expect((await server.ask('/api/courses/tides', { as: alice })).status).toBe(200);
    expect((await server.ask('/api/courses/tides/content', { as: alice })).status).toBe(200);
  });
});

describe('deleting a course', () => {
  it('is refused while it is published', async () => {
    const { send, getCourse } = await editorForTest();
    expect((await send('DELETE', 'courses/tides')).refusal).toMatchObject({
      code: 'course_published',
      error: serverMessages.coursePublished,
    });
    expect((await getCourse('tides')).modules).toHaveLength(2);
  });

  it('leaves a tombstone for everything that devices keep, and takes it from its learners', async () => {
    const { send, server, changesOf } = await editorForTest();
    const { alice } = server.people;
    await server.ask('/api/courses/tides/activate', { as: alice, body: { activationCode: 'TIDES-CODE-1' } });
    const entries = [
      { lessonId: 'tides-lesson-1', positionSeconds: 3, updatedAt: '2026-11-21T08:00:00.000Z' },
    ];
    await server.ask('/api/progress', { method: 'PUT', as: alice, body: { entries } });
    await send('PUT', 'courses/tides', { body: { status: 'unpublished' } });
    expect((await send('DELETE', 'courses/tides')).text).toBe('{"success":true}');
    const dead = async (kind: string) =>
      (await changesOf(kind)).filter((row) => row.isDeleted === 1).map(({ id, userId }) => `${id} ${userId}`);
    expect(await dead('course')).toEqual(['tides ']);
    expect(await dead('module')).toEqual(['tides-module-1 ', 'tides-module-2 ']);
    expect(await dead('lesson')).toHaveLength(4);
    expect(await dead('resource')).toHaveLength(4);
    expect(await dead('activation')).toEqual(['tides alice']);
    expect(await changesOf('progress')).toEqual([]);
    expect((await changesOf('user')).at(-1)?.id).toBe('alice');
    expect((await server.ask('/api/courses')).text).not.toContain('tides');
    expect((await server.ask('/api/courses/tides/content', { as: alice })).status).toBe(404);
    expect((await server.ask('/api/auth/me', { as: alice })).text).toContain('"activatedCourses":[]');
  });
});

describe('reading as an admin', () => {
  it('shows unpublished courses too, whole, with unused codes oldest first', async () => {
    const { getCourse, server } = await editorForTest();
    const body = { activationCode: 'tides-code-2' };
    await server.ask('/api/courses/tides/activate', { as: server.people.bob, body });
    const course = await getCourse('tides');
    expect(course.activationCodes).toEqual(['TIDES-CODE-1', 'TIDES-CODE-3']);
    expect(course.codeStats).toEqual({ total: 3, unused: 2, used: 1 });
    expect(course.enrollmentCount).toBe(1);
    expect(course.modules[0]?.lessons[0]).toMatchObject({
      id: 'tides-lesson-1',
      version: 1,
      content: '<h2>Slack water</h2><p>The hour in which nothing seems to move.</p>',
      resources: [{ url: 'https://tides.example.org/1', version: 1 }],
    });
    expect((await getCourse('winds')).status).toBe('unpublished');
  });

  it('does not count withdrawn and expired codes as unused', async () => {
    const { getCourse, server } = await editorForTest();
    const set = (code: string, values: object) =>
      inTransaction(server.deps.db, (trx) =>
        trx.updateTable('activationCodes').set(values).where('code', '=', code).execute(),
      );
    await set('TIDES-CODE-1', { revokedAt: '2026-11-20T00:00:00.000Z' });
    await set('TIDES-CODE-2', { expiresAt: '2026-11-20T00:00:00.000Z' });
    const { activationCodes, codeStats } = await getCourse('tides');
    expect(activationCodes).toEqual(['TIDES-CODE-3']);
    expect(codeStats).toEqual({ total: 3, unused: 1, used: 0 });
  });

  it('answers 304 to the tag of what is still so, and takes the same tag for If-Match', async () => {
    const { send, server } = await editorForTest();
    const tag = (await send('GET', 'courses/tides')).header('ETag') ?? '';
    const again = () =>
      server.ask('/api/admin/courses/tides', { as: server.people.admin, headers: { 'If-None-Match': tag } });
    expect((await again()).status).toBe(304);
    await send('PUT', 'lessons/tides-lesson-1', { body: { title: 'Springs' } });
    expect((await again()).status).toBe(200);
    expect((await send('PUT', 'courses/tides', { body: { title: 'A' }, ifMatch: tag })).status).toBe(200);
    expect((await send('PUT', 'courses/tides', { body: { title: 'B' }, ifMatch: tag })).status).toBe(412);
  });

  it('needs the same few queries for many courses as for one', async () => {
    const { send, server } = await editorForTest();
    const queries = vi.spyOn(server.deps.db.getExecutor(), 'executeQuery');
    const count = async (path: string) => {
      queries.mockClear();
      await send('GET', path);
      return queries.mock.calls.length;
    };
    expect(await count('courses')).toBeGreaterThan(5);
    expect(await count('courses')).toBe(await count('courses/tides'));
  });
});
