import { expect, it } from 'vitest';
import { editCourse, editLesson, editorRow, makeModule, retitle } from '#pwa/testing/editor-rows.ts';
import { placeOfEdit } from './edit-place.ts';

const titles = { courses: new Map(), lessons: new Map() };
const placeOf = (body: Parameters<typeof editorRow>[1]) => placeOfEdit(editorRow(1, body).command, titles);

it('an edit links to its lesson or module in the editor', () => {
  const changes = retitle('a', 'b');
  expect(placeOf(editLesson(changes))?.to).toBe('/admin/courses/c1?record=l1');
  expect(placeOf(makeModule('m2'))?.to).toBe('/admin/courses/c1?record=m2');
  expect(placeOf(editCourse(changes))?.to).toBe('/admin/courses/c1');
});
