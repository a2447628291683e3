import { expect, it } from 'vitest';
import { changeLesson, markLesson, noDrafts } from './editor-draft.ts';
import { rebaseDrafts } from './rebase-drafts.ts';

const ebb = { id: 'l1', moduleId: 'm1', version: 2, title: 'Ebb', fields: { title: 'Ebb', duration: 5 } };
const taken = changeLesson(noDrafts, ebb, { title: 'Ebbs' });

it('a draft that did not change during the save is removed', () => {
  expect(rebaseDrafts(taken, taken)).toEqual(noDrafts);
});

it('text typed during the save is based on the saved text', () => {
  const typed = changeLesson(taken, ebb, { title: 'Ebbs and' });
  expect(rebaseDrafts(typed, taken).lessons).toMatchObject({
    l1: { base: { title: 'Ebbs' }, changes: { title: 'Ebbs and' } },
  });
});

it('another field that was changed during the save keeps its own base', () => {
  const typed = changeLesson(taken, ebb, { duration: 9 });
  const { lessons } = rebaseDrafts(typed, taken);
  expect(lessons.l1).toMatchObject({ base: { duration: 5 }, changes: { duration: 9 } });
  expect(lessons.l1?.changes).not.toHaveProperty('title');
});

it('a draft that was started during the save stays unchanged', () => {
  const typed = changeLesson(taken, { ...ebb, id: 'l2' }, { title: 'Flow' });
  expect(Object.keys(rebaseDrafts(typed, taken).lessons)).toEqual(['l2']);
});

it('a mark for deletion set during the save stays', () => {
  const marked = markLesson(taken, ebb, true);
  expect(rebaseDrafts(marked, taken).lessons).toMatchObject({ l1: { isDeleted: true, changes: {} } });
});

it('a field typed back to its old value during the save is a change again', () => {
  const back = changeLesson(changeLesson(taken, ebb, { duration: 9 }), ebb, { title: 'Ebb' });
  expect(rebaseDrafts(back, taken).lessons).toMatchObject({
    l1: { base: { title: 'Ebbs', duration: 5 }, changes: { title: 'Ebb', duration: 9 } },
  });
});
