import { describe, expect, it } from 'vitest';
import { isCaptions } from '#schema/courses/captions.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { editorForTest } from './editor-for-test.ts';

const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nThe sea — it rises.\n';
const body = { title: 'English', captions };
const path = 'lessons/tides-lesson-1/captions';

async function filesOf({ server }: Awaited<ReturnType<typeof editorForTest>>): Promise<string[]> {
  const names: string[] = [];
  for await (const page of server.deps.mediaStore.list('media')) names.push(...page);
  return names;
}

describe('captions', () => {
  it('become a separate file, served with its own type to users who may see the lesson', async () => {
    const editor = await editorForTest();
    const response = await editor.send('POST', path, { body });
    const { resource } = response.read(endpoints.addCaptions.output);
    expect(resource).toMatchObject({ title: 'English', type: 'video', contentType: 'text/vtt', version: 1 });
    expect(resource.sizeBytes).toBe(Buffer.byteLength(captions));
    const file = await editor.server.request(resource.url);
    expect(file.text).toBe(captions);
    expect(file.headers.get('Content-Type')).toBe('text/vtt; charset=utf-8');
    expect(file.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect((await editor.server.request(resource.url.replace(/\?.*/, ''))).status).toBe(403);
  });

  it('are delivered to learners with the course and with the pull', async () => {
    const { server, send } = await editorForTest();
    const as = server.people.alice;
    await send('POST', path, { body });
    await server.request('/api/courses/tides/activate', { as, body: { activationCode: 'TIDES-CODE-2' } });
    const course = (await server.request('/api/courses/tides/content', { as })).read(
      endpoints.getCourseContent.output,
    ).course;
    const lesson = course.modules.flatMap(({ lessons }) => lessons).find(({ id }) => id === 'tides-lesson-1');
    expect(lesson?.resources.filter(isCaptions).map(({ title }) => title)).toEqual(['English']);
    const { changes } = (await server.request('/api/sync', { as })).read(endpoints.pull.output);
    const pulled = changes.flatMap((change) =>
      change.kind === 'resource' && !change.deleted ? [change.data] : [],
    );
    expect(pulled.filter(isCaptions)).toHaveLength(1);
  });

  it('are stored once, however often they are sent, and are deleted like any resource', async () => {
    const editor = await editorForTest();
    const key = editor.newKey();
    const first = await editor.send('POST', path, { body, key });
    const again = await editor.send('POST', path, { body, key });
    expect(again.text).toBe(first.text);
    expect(await filesOf(editor)).toHaveLength(1);
    const { resource } = first.read(endpoints.addCaptions.output);
    expect((await editor.send('DELETE', `resources/${resource.id}`)).status).toBe(200);
  });

  it.each([
    ['title', ' '],
    ['captions', ''],
    ['captions', '<script>WEBVTT</script>'],
    ['captions', '1\n00:00:01,000 --> 00:00:02,000\nAnother kind of file'],
    ['captions', null],
  ])('are rejected with the %s %j, and leave no file', async (field, value) => {
    const editor = await editorForTest();
    const response = await editor.send('POST', path, { body: { ...body, [field]: value } });
    expect([response.status, Object.keys(response.refusal.fields ?? {})]).toEqual([400, [field]]);
    expect(await filesOf(editor)).toEqual([]);
  });

  it('leave no file when the lesson was deleted', async () => {
    const editor = await editorForTest();
    expect((await editor.send('POST', 'lessons/gone/captions', { body })).status).toBe(404);
    await expect.poll(() => filesOf(editor)).toEqual([]);
  });
});
