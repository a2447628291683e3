import { expect, it } from 'vitest';
import { changeCourse, changeLesson, markModule, noDrafts } from '../draft/editor-draft.ts';
import { findChanged } from './use-undo.ts';

const ebb = { id: 'l1', moduleId: 'm1', version: 1, title: 'Ebb', fields: { title: 'Ebb' } };

it('undo finds the module or lesson that it changes, and none for the course’s own fields', () => {
  const typed = changeLesson(noDrafts, ebb, { title: 'Ebbs' });
  expect(findChanged(typed, noDrafts)).toBe('l1');
  const marked = markModule(typed, { id: 'm2', version: 1, title: 'Land' }, true);
  expect(findChanged(marked, typed)).toBe('m2');
  const course = { version: 1, title: 'Tides', fields: { title: 'Tides' } };
  expect(findChanged(typed, changeCourse(typed, course, { title: 'The tides' }))).toBeNull();
});
