import { describe, expect, it } from 'vitest';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import type { Conflict } from '../store/rows.ts';
import { adminLessonOf, editorRow } from '../testing/edits.ts';
import { readConflict } from './conflict-facts.ts';

const lesson = { courseId: 'c1', moduleId: 'm1', lessonId: 'l1', lessonTitle: 'Tides', version: 1 };

function facts(body: CommandBody, conflict: Conflict) {
  return readConflict({ ...editorRow(1, body), conflict });
}

function lessonEdit(changes: object): CommandBody {
  return { kind: 'lesson.update', args: { ...lesson, base: {}, changes } };
}

describe('what a conflict is about', () => {
  it('puts mine beside theirs, for the fields in conflict only', () => {
    const current = adminLessonOf('l1', { title: 'Low tides', duration: 4, version: 2 });
    const body = lessonEdit({ title: 'High tides', duration: 7 });
    expect(facts(body, { reason: 'changed', fields: ['title'], current })).toEqual({
      kind: 'fields',
      what: 'lesson “Tides”',
      fields: [{ field: 'title', name: 'title', mine: 'High tides', theirs: 'Low tides' }],
    });
  });

  it('keeps an emptied field apart from one that is not spoken of', () => {
    const current = adminLessonOf('l1', { videoUrl: 'https://example.org/a.mp4', version: 2 });
    const read = facts(lessonEdit({ videoUrl: null }), { reason: 'changed', fields: ['videoUrl'], current });
    expect(read).toMatchObject({
      fields: [{ name: 'video', mine: null, theirs: 'https://example.org/a.mp4' }],
    });
  });

  it('asks before deleting what somebody has worked on', () => {
    const current = adminLessonOf('l1', { version: 2 });
    const body: CommandBody = { kind: 'lesson.delete', args: lesson };
    expect(facts(body, { reason: 'changed', fields: [], current })).toEqual({
      kind: 'deleteChanged',
      what: 'lesson “Tides”',
    });
  });

  it('shows the words that were written for what somebody has deleted', () => {
    const body = lessonEdit({ title: 'High tides', content: '<p>New</p>', position: 'a1' });
    expect(facts(body, { reason: 'deleted', fields: [], current: null })).toMatchObject({
      kind: 'editDeleted',
      mine: [
        { field: 'title', mine: 'High tides' },
        { field: 'content', mine: '<p>New</p>' },
      ],
    });
  });

  it('reads nothing into a row that it does not know', () => {
    const conflict: Conflict = { reason: 'changed', fields: ['title'], current: { of: 'a later version' } };
    expect(facts(lessonEdit({ title: 'High tides' }), conflict)).toBeNull();
  });
});
