import { expect, it } from 'vitest';
import { changeLesson, markLesson, noDrafts } from './editor-draft.ts';
import { rebaseDrafts } from './rebase-drafts.ts';

const ebb = { id: 'l1', moduleId: 'm1', version: 2, title: 'Ebb', fields: { title: 'Ebb', duration: 5 } };
const taken = changeLesson(noDrafts, ebb, { title: 'Ebbs' });

it('what did not change since it was saved is done', () => {
  expect(rebaseDrafts(taken, taken)).toEqual(noDrafts);
});

it('what was typed while it was being saved stands on top of what was saved', () => {
  const typed = changeLesson(taken, ebb, { title: 'Ebbs and' });
  expect(rebaseDrafts(typed, taken).lessons).toMatchObject({
    l1: { base: { title: 'Ebbs' }, changes: { title: 'Ebbs and' } },
  });
});

it('another field that was touched meanwhile keeps its own base', () => {
  const typed = changeLesson(taken, ebb, { duration: 9 });
  const { lessons } = rebaseDrafts(typed, taken);
  expect(lessons.l1).toMatchObject({ base: { duration: 5 }, changes: { duration: 9 } });
  expect(lessons.l1?.changes).not.toHaveProperty('title');
});

it('what was begun meanwhile stays as it is', () => {
  const typed = changeLesson(taken, { ...ebb, id: 'l2' }, { title: 'Flow' });
  expect(Object.keys(rebaseDrafts(typed, taken).lessons)).toEqual(['l2']);
});

it('a mark for deletion that came meanwhile stays', () => {
  const marked = markLesson(taken, ebb, true);
  expect(rebaseDrafts(marked, taken).lessons).toMatchObject({ l1: { isDeleted: true, changes: {} } });
});

it('a word that was typed back while it was being saved is a change again', () => {
  const back = changeLesson(changeLesson(taken, ebb, { duration: 9 }), ebb, { title: 'Ebb' });
  expect(rebaseDrafts(back, taken).lessons).toMatchObject({
    l1: { base: { title: 'Ebbs', duration: 5 }, changes: { title: 'Ebb', duration: 9 } },
  });
});
