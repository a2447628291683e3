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

describe('a change of the draft', () => {
  it('remembers the fields it touched as they were seen, the version, and nothing else', () => {
    const { course } = changeCourse(noDrafts, tides, { title: 'The tides' });
    expect(course).toEqual({
      version: 3,
      title: 'Tides',
      base: { title: 'Tides' },
      changes: { title: 'The tides' },
    });
  });

  it('keeps the version of the first touch while the server moves on, and takes what it then sees of other fields', () => {
    const first = changeCourse(noDrafts, tides, { title: 'The tides' });
    const later = { version: 4, title: 'Tides', fields: { title: 'Tides!', instructor: 'Bob' } };
    const { course } = changeCourse(first, later, { instructor: 'Alice' });
    expect(course).toMatchObject({ version: 3, base: { title: 'Tides', instructor: 'Bob' } });
  });

  it('is none any more once the field is back at what is seen', () => {
    const typed = changeLesson(noDrafts, ebb, { title: 'Ebbs' });
    expect(isDirty(typed)).toBe(true);
    expect(changeLesson(typed, ebb, { title: 'Ebb' })).toEqual(noDrafts);
  });

  it('stays a wish when it is back at an old word while the server has a new one', () => {
    const typed = changeLesson(noDrafts, ebb, { title: 'Ebbs' });
    const moved = { ...ebb, version: 3, fields: { ...ebb.fields, title: 'Ebb and flow' } };
    const { lessons } = changeLesson(typed, moved, { title: 'Ebb' });
    expect(lessons).toMatchObject({ l1: { base: { title: 'Ebb and flow' }, changes: { title: 'Ebb' } } });
  });

  it('leaves the drafts before it as they were', () => {
    const before: Drafts = changeLesson(noDrafts, ebb, { title: 'Ebbs' });
    const copy = structuredClone(before);
    changeLesson(before, ebb, { content: '<p>High</p>' });
    expect(before).toEqual(copy);
  });
});

describe('a mark for deletion', () => {
  it('is taken away again without a trace', () => {
    const marked = markModule(noDrafts, { id: 'm1', version: 1, title: 'Sea' }, true);
    expect(marked.modules).toMatchObject({ m1: { isDeleted: true, version: 1 } });
    expect(markModule(marked, { id: 'm1', version: 1, title: 'Sea' }, false)).toEqual(noDrafts);
  });

  it('keeps what was typed before, for when it is taken away', () => {
    const typed = changeLesson(noDrafts, ebb, { title: 'Ebbs' });
    const back = markLesson(markLesson(typed, ebb, true), ebb, false);
    expect(back).toEqual(typed);
  });
});
