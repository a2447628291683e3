import { describe, expect, it } from 'vitest';
import { response } from '#pwa/testing/api-responses.ts';
import { adminLessonOf, adminModuleOf, editorRow } from '#pwa/testing/edits.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { lessonEntity } from '#schema/entities/lesson-entity.ts';
import type { ErrorBody } from '#schema/messages/error-body.ts';
import { resolveConflict } from './conflict.ts';

const lesson = { courseId: 'c1', moduleId: 'm1', lessonId: 'l1', lessonTitle: 'Tides' };
const inModule = { courseId: 'c1', moduleId: 'm1', moduleTitle: 'Seas', version: 1 };

function outdated(body: CommandBody, current: unknown) {
  return refuse(body, 412, { error: 'Somebody else', code: 'version_conflict', current });
}

function refuse(body: CommandBody, status: number, error: ErrorBody) {
  return resolveConflict(editorRow(1, body), response({ status, error }));
}

function lessonEdit(base: object, changes: object): CommandBody {
  return { kind: 'lesson.update', args: { ...lesson, version: 1, base, changes } };
}

describe('an edit of a row that another user changed', () => {
  it('is rebased under a new id when the other user changed other fields', () => {
    const body = lessonEdit({ title: 'Tides' }, { title: 'High tides' });
    const resolution = outdated(body, adminLessonOf('l1', { title: 'Tides', duration: 9, version: 4 }));
    expect(resolution).toMatchObject({
      kind: 'rebased',
      command: { args: { version: 4, base: { title: 'Tides' }, changes: { title: 'High tides' } } },
    });
    if (resolution?.kind !== 'rebased') throw new Error('not rebased');
    expect(resolution.command.id).not.toBe(editorRow(1, body).id);
  });

  it("is merged with the other user's edit of another paragraph, and has it as its base", () => {
    const base = { content: '<p>a</p><p>b</p>' };
    const theirs = adminLessonOf('l1', { content: '<p>a</p><p>B</p>', version: 2 });
    expect(outdated(lessonEdit(base, { content: '<p>A</p><p>b</p>' }), theirs)).toMatchObject({
      kind: 'rebased',
      command: {
        args: {
          version: 2,
          base: { content: '<p>a</p><p>B</p>' },
          changes: { content: '<p>A</p><p>B</p>' },
        },
      },
    });
  });

  it('needs a user decision when both changed the same field, and carries the current row', () => {
    const theirs = adminLessonOf('l1', { title: 'Low tides', version: 2 });
    const body = lessonEdit({ title: 'Tides', duration: 5 }, { title: 'High tides', duration: 7 });
    expect(outdated(body, theirs)).toEqual({
      kind: 'conflict',
      conflict: { reason: 'changed', fields: ['title'], current: theirs },
    });
  });

  it('is done when the other user wrote the same', () => {
    const theirs = adminLessonOf('l1', { title: 'High tides', version: 2 });
    expect(outdated(lessonEdit({ title: 'Tides' }, { title: 'High tides' }), theirs)).toEqual({
      kind: 'gone',
    });
  });

  it('is merged for courses, modules and video addresses alike', () => {
    const module = adminModuleOf('m1', [], { description: 'new', version: 3 });
    const rename = { base: { title: module.title }, changes: { title: 'Oceans' } };
    expect(outdated({ kind: 'module.update', args: { ...inModule, ...rename } }, module)).toMatchObject({
      kind: 'rebased',
      command: { args: { version: 3, changes: { title: 'Oceans' } } },
    });
    const video = { ...lesson, version: 1, base: { videoUrl: null }, videoUrl: 'https://example.org/a.mp4' };
    expect(
      outdated({ kind: 'lesson.setVideo', args: video }, adminLessonOf('l1', { version: 2 })),
    ).toMatchObject({
      kind: 'rebased',
      command: { args: { version: 2, videoUrl: 'https://example.org/a.mp4' } },
    });
    const other = adminLessonOf('l1', { version: 2, videoUrl: 'https://example.org/b.mp4' });
    expect(outdated({ kind: 'lesson.setVideo', args: video }, other)).toMatchObject({
      kind: 'conflict',
      conflict: { fields: ['videoUrl'] },
    });
  });

  it('falls back to the ordinary outcome when the current row cannot be read', () => {
    expect(outdated(lessonEdit({ title: 'A' }, { title: 'B' }), { title: 'half' })).toBeNull();
    expect(outdated(lessonEdit({ title: 'A' }, { title: 'B' }), undefined)).toBeNull();
  });
});

describe('a delete', () => {
  it('needs a user decision when another user changed the row', () => {
    const theirs = adminLessonOf('l1', { version: 2 });
    expect(outdated({ kind: 'lesson.delete', args: { ...lesson, version: 1 } }, theirs)).toEqual({
      kind: 'conflict',
      conflict: { reason: 'changed', fields: [], current: theirs },
    });
  });

  it('is done when the row is already deleted', () => {
    const error = { error: 'Module not found', code: 'module_not_found' };
    expect(refuse({ kind: 'module.delete', args: inModule }, 404, error)).toEqual({ kind: 'gone' });
  });
});

describe('an edit of a row that another user deleted', () => {
  it.each([
    ['its text', lessonEdit({ title: 'A' }, { title: 'B' })],
    ['a lesson for a deleted module', lessonFor('m1')],
  ])('needs a user decision about %s', (_, body) => {
    const error = { error: 'not found', code: 'lesson_not_found' };
    expect(refuse(body, 404, error)).toEqual({
      kind: 'conflict',
      conflict: { reason: 'deleted', fields: [], current: null },
    });
  });

  it('is no conflict when a 404 does not come from our server', () => {
    expect(refuse(lessonEdit({}, { title: 'B' }), 404, { error: 'Not found' })).toBeNull();
    expect(refuse(lessonEdit({}, { title: 'B' }), 404, { error: 'Nothing', code: 'not_found' })).toBeNull();
  });

  function lessonFor(moduleId: string): CommandBody {
    const fields = { ...lessonEntity.defaults, title: 'New', type: 'text' as const };
    const place = { courseId: 'c1', moduleId, lessonId: 'l9', position: 'a0' };
    return { kind: 'lesson.create', args: { ...fields, ...place } };
  }
});

describe('the creation of a row whose id the server knows already', () => {
  const creation: CommandBody = {
    kind: 'lesson.create',
    args: {
      courseId: 'c1',
      moduleId: 'm1',
      lessonId: 'l1',
      position: 'a1',
      ...lessonEntity.defaults,
      title: 'Tides',
    },
  };
  const taken = response({ status: 409, error: { error: 'This id already exists', code: 'id_taken' } });

  it('is done when it was sent before: the receipt of the first attempt has expired', () => {
    expect(resolveConflict(editorRow(1, creation, { attempts: 2 }), taken)).toEqual({ kind: 'gone' });
  });

  it('is refused when it was never sent', () => {
    expect(resolveConflict(editorRow(1, creation, { attempts: 1 }), taken)).toBeNull();
  });
});
