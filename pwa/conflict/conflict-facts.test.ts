import { describe, expect, it } from 'vitest';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import type { Conflict } from '../store/database/rows.ts';
import { adminLessonOf, editorRow } from '../testing/edits.ts';
import { readConflict } from './conflict-facts.ts';

const lesson = { courseId: 'c1', moduleId: 'm1', lessonId: 'l1', lessonTitle: 'Tides', version: 1 };

function facts(body: CommandBody, conflict: Conflict) {
  return readConflict({ ...editorRow(1, body), conflict });
}

function lessonEdit(changes: object): CommandBody {
  return { kind: 'lesson.update', args: { ...lesson, base: {}, changes } };
}

describe('the facts of a conflict', () => {
  it('show mine beside theirs, for the fields in conflict only', () => {
    const current = adminLessonOf('l1', { title: 'Low tides', duration: 4, version: 2 });
    const body = lessonEdit({ title: 'High tides', duration: 7 });
    expect(facts(body, { reason: 'changed', fields: ['title'], current })).toEqual({
      kind: 'fields',
      what: 'lesson “Tides”',
      fields: [{ field: 'title', name: 'title', mine: 'High tides', theirs: 'Low tides' }],
      isStored: true,
    });
  });

  it('name a batch of codes, of which the history stores no rejected text', () => {
    const batch = { batchId: 'b1', batchName: 'Spring', courseId: 'c1', version: 1 };
    const changes = { maxUses: 3 };
    const current = { name: 'Spring', note: '', expiresAt: null, maxUses: 2, version: 2 };
    const body: CommandBody = { kind: 'codeBatch.update', args: { ...batch, base: { maxUses: 1 }, changes } };
    expect(facts(body, { reason: 'changed', fields: ['maxUses'], current })).toEqual({
      ...{ kind: 'fields', what: 'codes “Spring”', isStored: false },
      fields: [{ field: 'maxUses', name: 'number of uses', mine: 3, theirs: 2 }],
    });
  });

  it('distinguish an emptied field from a missing one', () => {
    const current = adminLessonOf('l1', { videoUrl: 'https://example.org/a.mp4', version: 2 });
    const read = facts(lessonEdit({ videoUrl: null }), { reason: 'changed', fields: ['videoUrl'], current });
    expect(read).toMatchObject({
      fields: [{ name: 'video', mine: null, theirs: 'https://example.org/a.mp4' }],
    });
  });

  it('ask before deleting a row that another user changed', () => {
    const current = adminLessonOf('l1', { version: 2 });
    const body: CommandBody = { kind: 'lesson.delete', args: lesson };
    expect(facts(body, { reason: 'changed', fields: [], current })).toEqual({
      kind: 'deleteChanged',
      what: 'lesson “Tides”',
    });
  });

  it('show the text that was written for a row that another user deleted', () => {
    const body = lessonEdit({ title: 'High tides', content: '<p>New</p>', position: 'a1' });
    expect(facts(body, { reason: 'deleted', fields: [], current: null })).toMatchObject({
      kind: 'editDeleted',
      mine: [
        { field: 'title', mine: 'High tides' },
        { field: 'content', mine: '<p>New</p>' },
      ],
    });
  });

  it('contain nothing of a row in an unknown format', () => {
    const conflict: Conflict = { reason: 'changed', fields: ['title'], current: { of: 'a later version' } };
    expect(facts(lessonEdit({ title: 'High tides' }), conflict)).toBeNull();
  });
});
