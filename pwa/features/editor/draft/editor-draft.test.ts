import { describe, expect, it } from 'vitest';
import {
  changeCourse,
  changeLesson,
  type Drafts,
  isDirty,
  markLesson,
  markModule,
  noDrafts,
} from './editor-draft.ts';

const tides = { version: 3, title: 'Tides', fields: { title: 'Tides', instructor: 'Carol' } };
const ebb = {
  id: 'l1',
  moduleId: 'm1',
  version: 2,
  title: 'Ebb',
  fields: { title: 'Ebb', content: '<p>Low</p>' },
};

describe('a change of a draft', () => {
  it('records only the changed fields, their base values and the version', () => {
    const { course } = changeCourse(noDrafts, tides, { title: 'The tides' });
    expect(course).toEqual({
      version: 3,
      title: 'Tides',
      base: { title: 'Tides' },
      changes: { title: 'The tides' },
    });
  });

  it('keeps the version of the first change, and takes the current base for fields changed later', () => {
    const first = changeCourse(noDrafts, tides, { title: 'The tides' });
    const later = { version: 4, title: 'Tides', fields: { title: 'Tides!', instructor: 'Bob' } };
    const { course } = changeCourse(first, later, { instructor: 'Alice' });
    expect(course).toMatchObject({ version: 3, base: { title: 'Tides', instructor: 'Bob' } });
  });

  it('is removed once the field is back to its base value', () => {
    const typed = changeLesson(noDrafts, ebb, { title: 'Ebbs' });
    expect(isDirty(typed)).toBe(true);
    expect(changeLesson(typed, ebb, { title: 'Ebb' })).toEqual(noDrafts);
  });

  it('stays when the text is back to an old value but the server has a new one', () => {
    const typed = changeLesson(noDrafts, ebb, { title: 'Ebbs' });
    const moved = { ...ebb, version: 3, fields: { ...ebb.fields, title: 'Ebb and flow' } };
    const { lessons } = changeLesson(typed, moved, { title: 'Ebb' });
    expect(lessons).toMatchObject({ l1: { base: { title: 'Ebb and flow' }, changes: { title: 'Ebb' } } });
  });

  it('does not modify the earlier drafts', () => {
    const before: Drafts = changeLesson(noDrafts, ebb, { title: 'Ebbs' });
    const copy = structuredClone(before);
    changeLesson(before, ebb, { content: '<p>High</p>' });
    expect(before).toEqual(copy);
  });
});

describe('a mark for deletion', () => {
  it('is removed again without a trace', () => {
    const marked = markModule(noDrafts, { id: 'm1', version: 1, title: 'Sea' }, true);
    expect(marked.modules).toMatchObject({ m1: { isDeleted: true, version: 1 } });
    expect(markModule(marked, { id: 'm1', version: 1, title: 'Sea' }, false)).toEqual(noDrafts);
  });

  it('retains earlier changes in case it is removed', () => {
    const typed = changeLesson(noDrafts, ebb, { title: 'Ebbs' });
    const back = markLesson(markLesson(typed, ebb, true), ebb, false);
    expect(back).toEqual(typed);
  });
});
