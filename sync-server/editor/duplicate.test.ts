import { describe, expect, it } from 'vitest';
import { copiedId } from '#schema/courses/copied-id.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { editorForTest } from './editor-for-test.ts';

const COPY = '019b2b6e-2f4c-7d3a-9a55-5b0c7e1f2a31';
const duplicate = { id: COPY, title: 'Tides again' };

/** The tides, whose first lesson links to the third and has a text of its own. */
async function duplicateForTest() {
  const world = await editorForTest();
  const content = '<p><a href="/courses/tides/learn?lesson=tides-lesson-3" rel="noopener">on</a></p>';
  await world.send('PUT', 'lessons/tides-lesson-1', { body: { content } });
  const copy = (options: object = {}) =>
    world.send('POST', 'courses/tides/duplicate', { body: duplicate, ...options });
  return { ...world, copy };
}

describe('a duplicated course', () => {
  it('has the same texts, order and resources under ids that the device knows', async () => {
    const { copy, getCourse } = await duplicateForTest();
    const { course } = (await copy()).read(endpoints.duplicateCourse.output);
    const source = await getCourse('tides');
    expect(course).toMatchObject({
      id: COPY,
      title: 'Tides again',
      instructor: source.instructor,
      version: 1,
    });
    const plain = (one: typeof source) =>
      one.modules.map(({ title, description, lessons }) => ({
        ...{ title, description },
        lessons: lessons.map((lesson) => [
          lesson.title,
          lesson.duration,
          lesson.resources.map(({ url }) => url),
        ]),
      }));
    expect(plain(course)).toEqual(plain(source));
    const rows = (one: typeof source) =>
      one.modules.flatMap(({ id, lessons }) => [
        id,
        ...lessons.flatMap((lesson) => [lesson.id, ...lesson.resources.map((resource) => resource.id)]),
      ]);
    expect(rows(course)).toEqual(rows(source).map((id) => copiedId(COPY, id)));
  });

  it('links between its own lessons', async () => {
    const { copy } = await duplicateForTest();
    const { course } = (await copy()).read(endpoints.duplicateCourse.output);
    const target = `/courses/${COPY}/learn?lesson=${copiedId(COPY, 'tides-lesson-3')}`;
    expect(course.modules[0]?.lessons[0]?.content).toContain(`href="${target}"`);
  });

  it('is unpublished, hidden from visitors, and has no codes and no learners', async () => {
    const { copy, server, getCourse } = await duplicateForTest();
    const { course } = (await copy()).read(endpoints.duplicateCourse.output);
    expect(course).toMatchObject({
      status: 'unpublished',
      isTemplate: 0,
      enrollmentCount: 0,
      activationCodes: [],
    });
    expect((await server.request(`/api/courses/${COPY}`)).status).toBe(404);
    const { learner } = { learner: server.people.alice };
    expect((await server.request(`/api/courses/${COPY}/content`, { as: learner })).status).toBe(404);
    expect((await getCourse('tides')).activationCodes).toHaveLength(3);
  });

  it('is changed without the other', async () => {
    const { copy, send, getCourse } = await duplicateForTest();
    await copy();
    await send('PUT', `lessons/${copiedId(COPY, 'tides-lesson-1')}`, {
      body: { title: 'Mine' },
      ifMatch: '"1"',
    });
    await send('DELETE', 'modules/tides-module-2');
    const [source, copied] = [await getCourse('tides'), await getCourse(COPY)];
    expect(source.modules.map(({ lessons }) => lessons.map(({ title }) => title))).toEqual([
      ['Lesson 1', 'Lesson 2'],
    ]);
    expect(copied.modules.map(({ lessons }) => lessons.map(({ title }) => title))).toEqual([
      ['Mine', 'Lesson 2'],
      ['Lesson 3', 'Lesson 4'],
    ]);
  });

  it('is made once, however often its command is sent', async () => {
    const { copy, newKey, server } = await duplicateForTest();
    const key = newKey();
    expect([(await copy({ key })).status, (await copy({ key })).status]).toEqual([200, 200]);
    expect((await copy()).refusal.code).toBe('id_taken');
    const rows = await server.deps.db
      .selectFrom('modules')
      .select('id')
      .where('courseId', '=', COPY)
      .execute();
    expect(rows).toHaveLength(2);
  });

  it('reaches other devices: each row is in the order of changes', async () => {
    const { copy, changesOf } = await duplicateForTest();
    await copy();
    const ids = async (kind: string) => (await changesOf(kind)).map(({ id }) => id);
    expect(await ids('course')).toContain(COPY);
    expect(await ids('module')).toContain(copiedId(COPY, 'tides-module-1'));
    expect(await ids('lesson')).toContain(copiedId(COPY, 'tides-lesson-4'));
    expect(await ids('resource')).toContain(copiedId(COPY, 'tides-lesson-4-resource'));
  });

  it('needs a course, a title and a UUID', async () => {
    const { send } = await duplicateForTest();
    expect((await send('POST', 'courses/none/duplicate', { body: duplicate })).status).toBe(404);
    for (const body of [{ ...duplicate, title: ' ' }, { ...duplicate, id: 'knots' }, { title: 'A' }])
      expect((await send('POST', 'courses/tides/duplicate', { body })).status).toBe(400);
  });
});

describe('a template', () => {
  it('cannot be published, and a published course cannot become one', async () => {
    const { send } = await duplicateForTest();
    expect((await send('PUT', 'courses/tides', { body: { isTemplate: 1 } })).refusal.code).toBe(
      'template_published',
    );
    expect((await send('PUT', 'courses/winds', { body: { isTemplate: 1 } })).status).toBe(200);
    expect((await send('PUT', 'courses/winds', { body: { status: 'published' } })).refusal.code).toBe(
      'course_is_template',
    );
    const both = { isTemplate: 0, status: 'published' };
    expect((await send('PUT', 'courses/winds', { body: both })).status).toBe(200);
  });

  it('is hidden from visitors, and its copy is no template', async () => {
    const { send, server, getCourse } = await duplicateForTest();
    await send('PUT', 'courses/winds', { body: { isTemplate: 1 } });
    await send('POST', 'courses/winds/duplicate', { body: duplicate });
    expect((await server.request('/api/courses')).text).not.toContain('winds');
    expect([(await getCourse('winds')).isTemplate, (await getCourse(COPY)).isTemplate]).toEqual([1, 0]);
  });
});
