import { describe, expect, it } from 'vitest';
import { editorRow } from '#pwa/testing/edits.ts';
import { activationRow, progressRow } from '#pwa/testing/rows.ts';
import { textOfEdit } from './edit-text.ts';

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
