import { beforeEach, describe, expect, it } from 'vitest';
import { listAdminCourses } from '#pwa/store/admin/admin.ts';
import { adminOutlineTables } from '#pwa/store/admin/admin-courses.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { adminCourseOf, putAdminCourse } from '#pwa/testing/admin-rows.ts';
import { resetDevice, signInAs } from '#pwa/testing/device.ts';
import {
  dropLesson,
  dropResource,
  editCourse,
  editLesson,
  editorRow,
  makeLesson,
  makeModule,
  makeResource,
  retitle,
  setVideo,
} from '#pwa/testing/editor-rows.ts';
import { alice } from '#pwa/testing/people.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { shownCommands } from './overlay.ts';
import { showCourses } from './shown-course.ts';

let store: PrivateStore;
let lessonsRead: number;

beforeEach(async () => {
  await resetDevice();
  store = signInAs(alice);
  const [first, second] = adminCourseOf('c1', [1, 0]).modules;
  if (first === undefined || second === undefined) throw new Error('The course has too few modules');
  const lessons = first.lessons.map((lesson) => ({ ...lesson, id: 'l1', content: '' }));
  const modules = [
    { ...first, id: 'm1', lessons },
    { ...second, id: 'm2', lessons: [] },
  ];
  await putAdminCourse(store, { ...adminCourseOf('c1', []), activationCodes: [], modules });
  lessonsRead = 0;
  store.database.lessons.hook('reading', (row) => {
    lessonsRead += 1;
    return row;
  });
});

/** The course as a list shows it with commands: its title, and the number of lessons of each module. */
async function list(...bodies: CommandBody[]): Promise<readonly [string, ...number[]]> {
  const commands = shownCommands(bodies.map((body, at) => editorRow(at + 1, body)));
  const [course] = await readAtOnce(store, adminOutlineTables(store), async (tx) =>
    showCourses(tx, await listAdminCourses(tx), commands),
  );
  return [course?.title ?? '', ...(course?.modules.map(({ lessons }) => lessons.length) ?? [])];
}

const moved = (moduleId: string): CommandBody => {
  const edit = editLesson(retitle('Lesson 1', 'Moved'));
  return { ...edit, args: { ...edit.args, base: { moduleId: 'm1' }, changes: { moduleId } } };
};

const dropQuiz: CommandBody = {
  kind: 'quiz.delete',
  args: {
    ...{ courseId: 'c1', moduleId: 'm1', lessonId: 'l1', lessonTitle: 'l1' },
    ...{ quizId: 'q1', quizTitle: 'q1', quizUse: 'test', version: 1 },
  },
};

describe('a course in a list', () => {
  it('is shown without reading its lessons, however many edits within them are queued', async () => {
    const titles = Array.from({ length: 100 }, (_, at) => editLesson(retitle('Lesson 1', `Title ${at}`)));
    const others = [setVideo('https://v.example/'), makeResource(), dropResource(), dropQuiz];
    expect(await list(...titles, ...others)).toEqual(['Title of c1', 1, 0]);
    expect(lessonsRead).toBe(0);
  });

  it.each<{ what: string; body: CommandBody; shown: readonly [string, ...number[]] }>([
    { what: 'an added lesson', body: makeLesson('l2', 'm2'), shown: ['Title of c1', 1, 1] },
    { what: 'a moved lesson', body: moved('m2'), shown: ['Title of c1', 0, 1] },
    { what: 'a deleted lesson', body: dropLesson(), shown: ['Title of c1', 0, 0] },
    { what: 'a new module', body: makeModule('m3'), shown: ['Title of c1', 1, 0, 0] },
    { what: 'its own title', body: editCourse(retitle('Title of c1', 'Anew')), shown: ['Anew', 1, 0] },
  ])('has $what', async ({ body, shown }) => {
    expect(await list(body)).toEqual(shown);
  });
});
