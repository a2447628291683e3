import { describe, expect, it } from 'vitest';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { messages } from '#schema/messages/messages.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import { inTransaction } from '../db/transaction.ts';
import { insertFile } from '../media/file-queries.ts';
import { editorForTest } from './editor-for-test.ts';

type Editor = Awaited<ReturnType<typeof editorForTest>>;

const VIDEO = 'f'.repeat(32);
const SHEET = 'a'.repeat(32);

async function addFiles({ server }: Editor): Promise<void> {
  const common = { name: 'x', sizeBytes: 7, digest: 'd' };
  await inTransaction(server.deps.db, async (trx) => {
    await insertFile(trx, { ...common, id: VIDEO, contentType: 'video/mp4' });
    await insertFile(trx, { ...common, id: SHEET, contentType: 'application/pdf' });
  });
}

const getLesson = async ({ getCourse }: Editor) => (await getCourse('tides')).modules[0]?.lessons[0];

describe('adding modules and lessons', () => {
  it('appends them with the titles of the specification', async () => {
    const { send, getCourse } = await editorForTest();
    const added = await send('POST', 'courses/tides/modules', { body: {} });
    const { module } = added.read(endpoints.createModule.output);
    expect(module).toMatchObject({ title: 'New Module', description: '', version: 1, lessons: [] });
    const response = await send('POST', `modules/${module.id}/lessons`, { body: {} });
    const { lesson } = response.read(endpoints.createLesson.output);
    expect(lesson).toMatchObject({
      ...{ title: 'New Lesson', description: '', content: '', duration: 0, type: 'video' },
      ...{ videoUrl: null, resources: [], version: 1 },
    });
    const { modules } = await getCourse('tides');
    expect(modules.map(({ id }) => id)).toEqual(['tides-module-1', 'tides-module-2', module.id]);
  });

  it('inserts them at a given position, and moves them by writing one row', async () => {
    const { send, getCourse, changesOf } = await editorForTest();
    await send('POST', 'courses/tides/modules', { body: { id: 'first', position: 'Zz' } });
    const order = async () => (await getCourse('tides')).modules.map(({ id }) => id);
    expect(await order()).toEqual(['first', 'tides-module-1', 'tides-module-2']);
    const before = await changesOf('module');
    await send('PUT', 'modules/first', { body: { position: 'a8' }, ifMatch: '"1"' });
    expect(await order()).toEqual(['tides-module-1', 'tides-module-2', 'first']);
    const moved = (await changesOf('module')).filter(
      (row) => !before.some((b) => b.sequence === row.sequence),
    );
    expect(moved.map(({ id }) => id)).toEqual(['first']);
  });

  it('works after two users chose the same position independently', async () => {
    const { send, getCourse } = await editorForTest();
    for (const id of ['b', 'a'])
      await send('POST', 'courses/tides/modules', { body: { id, position: 'a5' } });
    await send('POST', 'courses/tides/modules', { body: { id: 'c' } });
    const ids = (await getCourse('tides')).modules.map(({ id }) => id);
    expect(ids.slice(2)).toEqual(['a', 'b', 'c']);
  });

  it.each(['zz', '0', 'a0'.repeat(2).concat('0'), 'a', '!', 'a'.repeat(201), 'A'.concat('0'.repeat(26))])(
    'rejects the position %j, after which nothing could be inserted',
    async (position) => {
      const { send } = await editorForTest();
      for (const [method, path] of [
        ['POST', 'courses/tides/modules'],
        ['PUT', 'modules/tides-module-1'],
        ['PUT', 'lessons/tides-lesson-1'],
      ] as const) {
        const response = await send(method, path, { body: { position } });
        expect([response.status, Object.keys(response.refusal.fields ?? {})]).toEqual([400, ['position']]);
      }
    },
  );

  it('reports which of course, module and lesson does not exist', async () => {
    const { send } = await editorForTest();
    expect((await send('POST', 'courses/none/modules', { body: {} })).refusal.error).toBe(
      messages.courseNotFound,
    );
    expect((await send('POST', 'modules/none/lessons', { body: {} })).refusal.error).toBe(
      serverMessages.moduleNotFound,
    );
    expect((await send('PUT', 'lessons/none', { body: {} })).refusal.error).toBe(
      serverMessages.lessonNotFound,
    );
    expect((await send('DELETE', 'resources/none')).refusal.error).toBe(serverMessages.resourceNotFound);
  });
});

describe('a lesson', () => {
  it('is sanitised when it is written', async () => {
    const editor = await editorForTest();
    const html = '<h1 onclick="x()">Tide</h1><script>alert(1)</script><p style="position:fixed">Go</p>';
    await editor.send('PUT', 'lessons/tides-lesson-1', { body: { content: html } });
    expect((await getLesson(editor))?.content).toBe('<h2>Tide</h2><p>Go</p>');
    const added = await editor.send('POST', 'modules/tides-module-1/lessons', { body: { content: html } });
    expect(added.read(endpoints.createLesson.output).lesson.content).toBe('<h2>Tide</h2><p>Go</p>');
  });

  it.each([
    ['12', 12],
    [7.6, 8],
    ['soon', 0],
    [-5, 0],
    ['', 0],
  ])('stores %j minutes as %i', async (duration, minutes) => {
    const editor = await editorForTest();
    await editor.send('PUT', 'lessons/tides-lesson-1', { body: { duration } });
    expect((await getLesson(editor))?.duration).toBe(minutes);
  });

  it('is delivered to its learners with the next reply', async () => {
    const { send, server } = await editorForTest();
    const { alice } = server.people;
    await server.request('/api/courses/tides/activate', {
      as: alice,
      body: { activationCode: 'TIDES-CODE-1' },
    });
    const read = () => server.request('/api/courses/tides/content', { as: alice });
    const before = await read();
    await send('PUT', 'lessons/tides-lesson-4', { body: { content: '<p>Low water</p>' } });
    const after = await read();
    expect(after.text).toContain('Low water');
    expect(after.header('ETag')).not.toBe(before.header('ETag'));
  });

  it('leaves tombstones for itself and its resources when it is deleted', async () => {
    const { send, changesOf, getCourse } = await editorForTest();
    await send('DELETE', 'modules/tides-module-2');
    await send('DELETE', 'lessons/tides-lesson-1');
    const dead = async (kind: string) =>
      (await changesOf(kind)).filter((row) => row.isDeleted === 1).map(({ id }) => id);
    expect(await dead('module')).toEqual(['tides-module-2']);
    expect(await dead('lesson')).toEqual(['tides-lesson-3', 'tides-lesson-4', 'tides-lesson-1']);
    expect(await dead('resource')).toHaveLength(3);
    expect((await getCourse('tides')).modules.map(({ lessons }) => lessons.length)).toEqual([1]);
  });
});

describe('the video of a lesson', () => {
  it.each(['videoUrl', 'video_url'])('is set by %s, in the lesson or by its own call', async (name) => {
    const editor = await editorForTest();
    for (const [path, url] of [
      ['lessons/tides-lesson-1', 'https://videos.example.org/1.mp4'],
      ['lessons/tides-lesson-1/video-url', 'https://videos.example.org/2.mp4'],
    ] as const) {
      expect((await editor.send('PUT', path, { body: { [name]: url } })).status).toBe(200);
      expect((await getLesson(editor))?.videoUrl).toBe(url);
    }
  });

  it.each([null, ''])('is removed by %j in the lesson', async (videoUrl) => {
    const editor = await editorForTest();
    const body = { videoUrl: 'https://videos.example.org/1.mp4' };
    await editor.send('PUT', 'lessons/tides-lesson-1', { body });
    await editor.send('PUT', 'lessons/tides-lesson-1', { body: { title: 'Springs' } });
    expect((await getLesson(editor))?.videoUrl).toBe(body.videoUrl);
    await editor.send('PUT', 'lessons/tides-lesson-1', { body: { videoUrl } });
    expect((await getLesson(editor))?.videoUrl).toBeNull();
  });

  it.each([{ videoUrl: '' }, { videoUrl: '  ' }, {}, { videoUrl: null }])(
    'is not removed by its own call: %j',
    async (body) => {
      const { send } = await editorForTest();
      const response = await send('PUT', 'lessons/tides-lesson-1/video-url', { body });
      expect([response.status, Object.keys(response.refusal.fields ?? {})]).toEqual([400, ['videoUrl']]);
    },
  );

  it('remains the same file when its signed address is sent back', async () => {
    const editor = await editorForTest();
    await addFiles(editor);
    await editor.send('PUT', 'lessons/tides-lesson-1', { body: { videoUrl: `/media/${VIDEO}` } });
    const signed = (await getLesson(editor))?.videoUrl ?? '';
    expect(signed).toMatch(/^\/media\/f{32}\?expires=\d+&signature=/);
    expect((await editor.send('PUT', 'lessons/tides-lesson-1', { body: { videoUrl: signed } })).status).toBe(
      200,
    );
    const lesson = await getLesson(editor);
    expect([lesson?.version, lesson?.videoSizeBytes]).toEqual([2, 7]);
  });

  it.each([SHEET, '0'.repeat(32)])('cannot be /media/%s, which is not an own video', async (id) => {
    const editor = await editorForTest();
    await addFiles(editor);
    const body = { videoUrl: `/media/${id}?expires=1&signature=x` };
    const response = await editor.send('PUT', 'lessons/tides-lesson-1', { body });
    expect([response.status, response.refusal.error]).toEqual([400, serverMessages.videoFileNotFound]);
  });

  it.each([
    'javascript:alert(1)',
    'http://a.example/x.mp4',
    'https://a:b@c.example/x',
    '/media/x',
    'ftp://a/b',
  ])('cannot be %j', async (videoUrl) => {
    const { send } = await editorForTest();
    expect((await send('PUT', 'lessons/tides-lesson-1', { body: { videoUrl } })).status).toBe(400);
  });
});

describe('a resource', () => {
  const body = { title: 'Almanac', type: 'pdf', url: 'https://tides.example.org/almanac.pdf' };

  it('is appended to the others, and deleted at once', async () => {
    const editor = await editorForTest();
    const response = await editor.send('POST', 'lessons/tides-lesson-1/resources', { body });
    const { resource } = response.read(endpoints.createResource.output);
    expect(resource).toMatchObject({ ...body, version: 1, sizeBytes: null });
    expect((await getLesson(editor))?.resources.map(({ title }) => title)).toEqual(['The tables', 'Almanac']);
    await editor.send('DELETE', `resources/${resource.id}`);
    expect((await getLesson(editor))?.resources).toHaveLength(1);
    expect((await editor.changesOf('resource')).at(-1)).toMatchObject({ id: resource.id, isDeleted: 1 });
  });

  it('gets another title, on the version that the edit saw', async () => {
    const editor = await editorForTest();
    const { id = '' } = (await getLesson(editor))?.resources[0] ?? {};
    const rename = (title: string, ifMatch: string) =>
      editor.send('PUT', `resources/${id}`, { body: { title }, ifMatch });
    expect((await rename('Almanac', '"1"')).status).toBe(200);
    expect((await rename('Tables', '"1"')).status).toBe(412);
    expect((await rename(' ', '"2"')).status).toBe(400);
    expect((await getLesson(editor))?.resources[0]).toMatchObject({ title: 'Almanac', version: 2 });
    expect((await editor.changesOf('resource')).at(-1)).toMatchObject({ id, isDeleted: 0 });
  });

  it.each([
    ['title', ' '],
    ['type', 'exe'],
    ['url', ''],
    ['url', 'javascript:alert(1)'],
    ['url', '/media/secret'],
  ])('is rejected with the %s %j', async (field, value) => {
    const { send } = await editorForTest();
    const response = await send('POST', 'lessons/tides-lesson-1/resources', {
      body: { ...body, [field]: value },
    });
    expect([response.status, Object.keys(response.refusal.fields ?? {})]).toEqual([400, [field]]);
  });
});

describe('the log', () => {
  it('names who edited which rows, with ids and without texts', async () => {
    const { send, server } = await editorForTest();
    await send('PUT', 'lessons/tides-lesson-1', { body: { title: 'A secret title', content: 'secret' } });
    await send('POST', 'courses/tides/modules', { body: { id: 'm3', title: 'secret' } });
    const lines = server.log.map((line) => JSON.parse(line)).filter((line) => line.msg === 'course edited');
    expect(lines).toMatchObject([
      { userId: 'admin', call: 'PUT /api/admin/lessons/:lessonId', lessonId: 'tides-lesson-1', status: 200 },
      { userId: 'admin', courseId: 'tides', id: 'm3', status: 200 },
    ]);
    expect(server.log.join('\n')).not.toContain('secret');
  });
});
