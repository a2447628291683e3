import { describe, expect, it } from 'vitest';
import { dropLesson, editLesson, editModule, editorRow, retitle } from '#pwa/testing/editor-rows.ts';
import { changeLesson, markLesson, noDrafts } from '../draft/editor-draft.ts';
import { countUnsaved, describeUnsaved, listRefused } from './record-marks.ts';

const ebb = { id: 'l1', moduleId: 'm1', version: 1, title: 'Ebb', fields: { title: 'Ebb' } };
const flow = { ...ebb, id: 'l2', title: 'Flow' };

describe('the head of a closed module', () => {
  it('counts its unsaved records, including deletions', () => {
    const drafts = markLesson(changeLesson(noDrafts, ebb, { title: 'Ebbs' }), flow, true);
    expect(countUnsaved(drafts)).toEqual(new Map([['m1', 2]]));
    expect([0, 1, 2].map(describeUnsaved)).toEqual([null, 'not saved', '2 not saved']);
  });

  it('shows a refused edit in it, but not edits that only wait', () => {
    const refused = {
      state: 'refused',
      lastProblem: 'This was also changed elsewhere.',
    } as const;
    const unsent = [
      editorRow(1, editLesson(retitle('a', 'b'), 'l1'), refused),
      editorRow(2, dropLesson('l2')),
      editorRow(3, editModule(retitle('a', 'b'), 'm2')),
    ];
    expect([...listRefused(unsent)].sort()).toEqual(['l1', 'm1']);
  });
});
