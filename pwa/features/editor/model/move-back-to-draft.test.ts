import { expect, it } from 'vitest';
import { adminCourseOf } from '#pwa/testing/admin-rows.ts';
import type { Command } from '#schema/commands/all-commands.ts';
import { noDrafts } from '../draft/editor-draft.ts';
import { canMoveBackToDraft, moveBackToDraft } from './move-back-to-draft.ts';

const tides = { ...adminCourseOf('tides', [1, 1]), version: 7 };
const [sea] = tides.modules;
const [ebb] = sea?.lessons ?? [];
if (sea === undefined || ebb === undefined) throw new Error();

const envelope = { id: '019a0000-0000-7000-8000-000000000001', userId: 'u', version: 1, createdAt: '' };
const inEbb = { courseId: tides.id, moduleId: sea.id, lessonId: ebb.id, lessonTitle: ebb.title };
const update: Command = {
  ...envelope,
  kind: 'lesson.update',
  args: {
    ...inEbb,
    version: 1,
    base: { title: 'Old', content: '' },
    changes: { title: 'Ebbs', content: '<p>Low</p>' },
  },
};

it('creates a draft from a refused edit, on the current version', () => {
  expect(moveBackToDraft(noDrafts, tides, update).lessons[ebb.id]).toMatchObject({
    version: ebb.version,
    base: { title: ebb.title, content: '' },
    changes: { title: 'Ebbs', content: '<p>Low</p>' },
  });
});

it('restores the mark of a refused deletion', () => {
  const remove: Command = {
    ...envelope,
    kind: 'module.delete',
    args: { courseId: tides.id, moduleId: sea.id, moduleTitle: sea.title, version: 1 },
  };
  expect(moveBackToDraft(noDrafts, tides, remove).modules[sea.id]).toMatchObject({ isDeleted: true });
});

it('ignores deleted records and commands that a draft cannot hold', () => {
  expect(moveBackToDraft(noDrafts, { ...tides, modules: [] }, update)).toEqual(noDrafts);
  expect(canMoveBackToDraft(update)).toBe(true);
  expect(
    canMoveBackToDraft({
      ...envelope,
      kind: 'codes.upload',
      args: { courseId: 'c', courseTitle: '', codes: [] },
    }),
  ).toBe(false);
});
