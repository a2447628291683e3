import { describe, expect, it } from 'vitest';
import type { AdminCourseOutline } from '#pwa/store/database/admin-rows.ts';
import {
  dropLesson,
  dropModule,
  editCourse,
  editLesson,
  editorRow,
  importCourse,
  makeCourse,
  makeLesson,
  makeModule,
  makeResource,
  retitle,
  setVideo,
} from '#pwa/testing/editor-rows.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { overlayContent, overlayCourse, overlayCourses } from './overlay.ts';

const commands = (...bodies: CommandBody[]) => bodies.map((body, at) => editorRow(at + 1, body).command);
const created = overlayCourse(null, commands(makeCourse(), makeModule(), makeLesson(), makeResource()));
if (created === null) throw new Error('no course');
/** The same course as the server returns it. */
const stored: AdminCourseOutline = JSON.parse(
  JSON.stringify(created).replaceAll('"version":0', '"version":4'),
);

describe('the overlay of unsent commands', () => {
  it('builds a course from commands alone, with version 0 throughout', () => {
    expect(created).toMatchObject({ id: 'c1', status: 'unpublished', version: 0 });
    expect(created.modules).toMatchObject([
      { id: 'm1', version: 0, lessons: [{ id: 'l1', resources: [{ id: 'r1' }] }] },
    ]);
    expect(JSON.stringify(created)).not.toContain('"content"');
  });

  it('changes the edited fields and leaves the server’s versions', () => {
    const shown = overlayCourse(
      stored,
      commands(editCourse(retitle('c1', 'B')), setVideo('https://v.example/')),
    );
    expect(shown).toMatchObject({ title: 'B', description: 'd', version: 4 });
    expect(shown?.modules[0]?.lessons[0]).toMatchObject({ videoUrl: 'https://v.example/', version: 4 });
  });

  it('creates no row that the server already has', () => {
    expect(overlayCourse(stored, commands(makeCourse(), makeModule(), makeLesson(), makeResource()))).toEqual(
      stored,
    );
  });

  it('completes an imported course of which only a part was pulled', () => {
    const { modules } = stored;
    const imported = importCourse();
    expect(overlayCourse(null, commands(imported))).toMatchObject({
      ...{ id: 'c1', version: 1, modules: [{ id: 'm1', version: 1, lessons: [{ id: 'l1', version: 1 }] }] },
    });
    const part = {
      ...stored,
      modules: modules.map((module) => ({ ...module, title: 'Pulled', lessons: [] })),
    };
    for (const pulled of [{ ...stored, modules: [] }, part, stored])
      expect(overlayCourse(pulled, commands(imported))?.modules).toMatchObject([
        { id: 'm1', title: pulled.modules[0]?.title ?? modules[0]?.title, lessons: [{ id: 'l1' }] },
      ]);
    expect(overlayCourse(part, commands(imported, dropLesson()))?.modules[0]?.lessons).toEqual([]);
  });

  it('removes deleted rows, and ignores edits of rows that no longer exist', () => {
    expect(
      overlayCourse(stored, commands(dropLesson(), editLesson(retitle('A', 'B'))))?.modules[0]?.lessons,
    ).toEqual([]);
    expect(overlayCourse(stored, commands(dropModule(), makeLesson('l2')))?.modules).toEqual([]);
  });

  it('sorts rows by position, and rows at the same position by id', () => {
    const at = (moduleId: string, position: string): CommandBody => ({
      kind: 'module.create',
      args: { courseId: 'c1', moduleId, title: '', description: '', position },
    });
    const shown = overlayCourse(
      stored,
      commands(at('z', 'a1'), at('y', 'a1'), at('x', 'Zz'), at('w', 'a0V')),
    );
    expect(shown?.modules.map(({ id }) => id)).toEqual(['x', 'm1', 'w', 'y', 'z']);
  });

  it('shows courses from commands after those of the server, and ignores another user’s commands', () => {
    const shown = overlayCourses([stored], commands(makeCourse('c2'), makeModule('m2', 'c2')));
    expect(shown.map(({ id, modules }) => [id, modules.length])).toEqual([
      ['c1', 1],
      ['c2', 1],
    ]);
  });

  it('returns a lesson’s last written text', () => {
    const edit = editLesson({ base: {}, changes: {} });
    const write = (content: string): CommandBody => ({
      ...edit,
      args: { ...edit.args, changes: { content } },
    });
    expect(overlayContent('old', 'l1', commands(write('new'), write('newer')))).toBe('newer');
    expect(overlayContent('old', 'l1', commands(editLesson(retitle('A', 'B'))))).toBe('old');
    expect(overlayContent(null, 'l1', commands(makeLesson()))).toBe('');
    expect(overlayContent(null, 'l2', commands(makeLesson()))).toBeNull();
  });
});
