import { describe, expect, it } from 'vitest';
import { editorRow } from '#pwa/testing/edits.ts';
import { activationRow, completion, progressRow, progressRowOf } from '#pwa/testing/rows.ts';
import { describeEdit, textOfEdit } from './edit-text.ts';

describe('the clipboard text of an edit', () => {
  it('contains its sentence and the typed text', () => {
    const { command } = editorRow(1, {
      kind: 'lesson.update',
      args: {
        ...{ courseId: 'c', moduleId: 'm', lessonId: 'l', lessonTitle: 'Ebb', version: 3 },
        ...{ base: { content: '<p>old</p>' }, changes: { content: '<p>new</p>', position: 'a0' } },
      },
    });
    expect(textOfEdit(command)).toBe('Change the text and the place of lesson “Ebb”\nText: <p>new</p>');
  });

  it('never contains an activation code', () => {
    const codes = editorRow(1, {
      kind: 'codes.upload',
      args: { courseId: 'c', courseTitle: 'Tides', codes: ['SECRET-1'] },
    });
    for (const { command } of [codes, activationRow(2, 'c'), progressRow(3, 'l')])
      expect(textOfEdit(command)).not.toMatch(/SECRET|CODE-1/);
  });
});

describe('progress', () => {
  const titles = { courses: new Map(), lessons: new Map([['l1', { courseId: 'c', title: 'Ebb' }]]) };
  const at = '2026-11-21T08:00:00.000Z';
  const describeProgressOf = (...lessonIds: string[]) =>
    describeEdit(
      progressRowOf(
        1,
        lessonIds.map((id) => completion(id, at)),
      ).command,
      titles,
    );

  it('names its lesson, and how many others there are', () => {
    expect(describeProgressOf('l1')).toBe('Save your progress in “Ebb”');
    expect(describeProgressOf('l1', 'l2', 'l3')).toBe('Save your progress in “Ebb” and 2 other lessons');
  });

  it('counts its lessons where the device knows no title', () => {
    expect(describeProgressOf('l2')).toBe('Save your progress in 1 lesson');
  });
});
