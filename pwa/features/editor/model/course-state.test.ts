import { expect, it } from 'vitest';
import { adminCourseOf } from '#pwa/testing/admin-rows.ts';
import { editCourse, editorRow, retitle } from '#pwa/testing/editor-rows.ts';
import { describePublished, describeSaved, whyNotPublishable } from './course-state.ts';

const sent = { isDraft: false, isNew: false, isDraftLost: false, waiting: 0, refused: 0 };
const tides = adminCourseOf('tides', [1, 1], { description: 'The sea' });

it('a course is saved on the server only if nothing of it is a draft, waits or was refused', () => {
  const states = [
    sent,
    { waiting: 1 },
    { refused: 1 },
    { isDraft: true },
    { isDraft: true, isDraftLost: true },
    { isNew: true },
    { isNew: true, isDraft: true },
  ];
  expect(states.map((parts) => describeSaved({ ...sent, ...parts }).text)).toEqual([
    'Saved on the server',
    'Saved on this device, waiting to sync',
    'Saved on this device, needs you',
    'Draft on this device',
    'Draft, not saved on this device',
    'New',
    'Draft on this device',
  ]);
});

it('a status that waits is not shown as the present one', () => {
  const other = editorRow(1, editCourse(retitle('A', 'B'))).command;
  const publish = editorRow(2, {
    ...editCourse(retitle('A', 'B')),
    args: {
      ...{ courseId: 'c1', courseTitle: 'c1', version: 1 },
      ...{ base: { status: 'unpublished' }, changes: { status: 'published' } },
    },
  }).command;
  const course = { ...tides, status: 'published' as const };
  expect(describePublished(course, [other]).text).toBe('Published');
  expect(describePublished(course, [publish]).text).toBe('Published once it is synced');
  expect(describePublished({ ...course, isTemplate: 1 }, []).text).toBe('Template');
});

it('says what a course lacks to be published', () => {
  const [module] = tides.modules;
  if (module === undefined) throw new Error('The course has no module');
  const empty = { ...module, title: 'Ebb', lessons: [] };
  const lacking = [
    tides,
    { ...tides, modules: [] },
    { ...tides, modules: [module, empty] },
    { ...tides, title: ' ' },
  ];
  expect(lacking.map(whyNotPublishable)).toEqual([
    null,
    'Add a module with a lesson.',
    'Add a lesson to “Ebb”.',
    'Fill in the title, the description and the instructor.',
  ]);
});
