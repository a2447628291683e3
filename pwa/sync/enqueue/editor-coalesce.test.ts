import { describe, expect, it } from 'vitest';
import {
  dropLesson,
  dropModule,
  dropResource,
  editCourse,
  editLesson,
  editModule,
  editorRow,
  makeCourse,
  makeLesson,
  makeModule,
  makeResource,
  retitle,
  setVideo,
} from '#pwa/testing/editor-rows.ts';
import { activationRow } from '#pwa/testing/rows.ts';
import { coalesceDelete, coalesceUpdate } from './editor-coalesce.ts';

const attempted = { attempts: 1 } as const;
const refused = { state: 'refused', attempts: 1, lastProblem: 'No' } as const;
const conflict = { reason: 'changed', fields: ['title'], current: null } as const;
const conflicted = { ...refused, conflict: { ...conflict, fields: [...conflict.fields] } };
const describeField = (from: string, to: string) => ({
  base: { description: from },
  changes: { description: to },
});

describe('an edit', () => {
  it('joins the last unsent edit of its record and keeps the base of the first', () => {
    const rows = [editorRow(1, editLesson(retitle('A', 'B'), 'l1', 3))];
    const { put, append, joined } = coalesceUpdate(rows, editLesson(retitle('B', 'C'), 'l1', 5), null);
    expect(append).toBeNull();
    expect(put).toEqual([joined]);
    expect(joined).toMatchObject({
      id: rows[0]?.id,
      command: { args: { version: 3, base: { title: 'A' }, changes: { title: 'C' } } },
    });
  });

  it('adds its fields to those of the edit that it joins', () => {
    const rows = [editorRow(1, editModule(retitle('A', 'B')))];
    const { joined } = coalesceUpdate(rows, editModule(describeField('', 'd')), null);
    expect(joined?.command.args).toMatchObject({
      base: { title: 'A', description: '' },
      changes: { title: 'B', description: 'd' },
    });
  });

  it('that restores the old value leaves no field, and no command, to send', () => {
    const both = { base: { title: 'A', description: '' }, changes: { title: 'B', description: 'd' } };
    const back = coalesceUpdate([editorRow(1, editCourse(both))], editCourse(retitle('B', 'A')), null);
    expect(back.joined?.command.args).toMatchObject({
      base: { description: '' },
      changes: { description: 'd' },
    });
    expect(back.joined?.command.args).not.toHaveProperty('changes.title');
    const row = editorRow(1, editCourse(retitle('A', 'B')));
    expect(coalesceUpdate([row], editCourse(retitle('B', 'A')), null)).toEqual({
      ...{ put: [], remove: [row], append: null, joined: null },
    });
  });

  it('is merged into the create of its row', () => {
    const lesson = coalesceUpdate(
      [editorRow(1, makeLesson())],
      editLesson(retitle('l1', 'B'), 'l1', 0),
      'save',
    );
    expect(lesson.joined).toMatchObject({ command: { kind: 'lesson.create', args: { title: 'B' } } });
    expect(lesson.joined?.groupId).toBeUndefined();
    const video = coalesceUpdate([editorRow(1, makeLesson())], setVideo('https://v.example/'), null);
    expect(video.joined?.command.args).toMatchObject({ videoUrl: 'https://v.example/' });
  });

  it('of a course with a pending create keeps its status separate, because a new course is unpublished', () => {
    const body = editCourse(retitle('c1', 'B'), 0);
    const args = { ...body.args, changes: { ...body.args.changes, status: 'published' as const } };
    const { joined, append } = coalesceUpdate([editorRow(1, makeCourse())], { ...body, args }, 'save');
    expect(joined?.command).toMatchObject({ kind: 'course.create', args: { title: 'B' } });
    expect(append).toMatchObject({
      kind: 'course.update',
      args: { version: 1, changes: { status: 'published' } },
    });
  });

  it('never changes a command that was attempted, and has version 1 after a create under way', () => {
    const body = editLesson(retitle('l1', 'B'), 'l1', 0);
    expect(coalesceUpdate([editorRow(1, makeLesson(), attempted)], body, null)).toMatchObject({
      ...{ put: [], remove: [], joined: null },
      append: { args: { version: 1 } },
    });
    const later = coalesceUpdate([editorRow(1, editLesson(retitle('A', 'B')), attempted)], body, null);
    expect(later.joined).toBeNull();
  });

  it('is queued after a command of another kind on the same record', () => {
    const rows = [editorRow(1, editLesson(retitle('A', 'B'))), editorRow(2, setVideo('https://v.example/'))];
    expect(coalesceUpdate(rows, editLesson(retitle('B', 'C')), null).append).not.toBeNull();
    expect(
      coalesceUpdate(rows, setVideo('https://w.example/', 'https://v.example/'), null).joined?.order,
    ).toBe(2);
  });

  it('replaces a refused one under a new id, and frees what was refused with it', () => {
    const group = { groupId: 'old', ...refused };
    const rows = [
      editorRow(1, editLesson(retitle('A', '?')), group),
      editorRow(2, editModule(retitle('A', 'B')), group),
    ];
    const { put, joined } = coalesceUpdate(rows, editLesson(retitle('?', 'B')), 'new');
    expect(joined).toMatchObject({ order: 1, state: 'waiting', attempts: 0, groupId: 'new' });
    expect(joined?.id).not.toBe(rows[0]?.id);
    expect(joined?.command.id).toBe(joined?.id);
    expect(put.map(({ order, state, groupId }) => [order, state, groupId])).toEqual([
      [2, 'waiting', 'new'],
      [1, 'waiting', 'new'],
    ]);
  });

  it('is queued after one that needs a user decision', () => {
    const rows = [editorRow(1, editLesson(retitle('A', 'B')), conflicted)];
    expect(coalesceUpdate(rows, editLesson(retitle('B', 'C')), 'save').append).not.toBeNull();
  });

  it('joins two saves into one group only if nothing was queued between them', () => {
    const saved = editorRow(1, editLesson(retitle('A', 'B')), { groupId: 'old' });
    const body = editLesson(retitle('B', 'C'));
    expect(coalesceUpdate([saved], body, 'new').joined?.groupId).toBe('new');
    expect(coalesceUpdate([saved, editorRow(2, makeModule('m9'))], body, 'new').joined?.groupId).toBe('new');
    const between = editorRow(2, editCourse(retitle('A', 'B')));
    expect(coalesceUpdate([saved, between], body, 'new').append).not.toBeNull();
  });
});

describe('an edit that was begun before another one of the same field was queued', () => {
  const stale = editLesson(retitle('A', 'C'));

  it('follows it on the version that it saw, so that both are compared', () => {
    const { put, append, joined } = coalesceUpdate(
      [editorRow(1, editLesson(retitle('A', 'B')))],
      stale,
      null,
    );
    expect([put, joined]).toEqual([[], null]);
    expect(append).toEqual(stale);
  });

  it('joins it where its text is the same, or only moves the row', () => {
    const same = editLesson(retitle('A', 'B'));
    expect(coalesceUpdate([editorRow(1, same)], same, null).joined).not.toBeNull();
    const move = (to: string) => {
      const args = { ...stale.args, base: { position: 'a0' }, changes: { position: to } };
      return { ...stale, args };
    };
    const { joined } = coalesceUpdate([editorRow(1, move('a1'))], move('a2'), null);
    expect(joined?.command.args).toMatchObject({ base: { position: 'a0' }, changes: { position: 'a2' } });
  });

  it('follows the first of several whose field it changes', () => {
    const rows = [
      editorRow(1, editLesson(retitle('A', 'B')), attempted),
      editorRow(2, editLesson(describeField('', 'd'))),
    ];
    expect(coalesceUpdate(rows, stale, null).append).toEqual(stale);
    expect(coalesceUpdate(rows, editLesson(retitle('B', 'C')), null).joined?.order).toBe(2);
  });

  it('is compared with the row that a create makes of it', () => {
    const seen = editLesson(retitle('A', 'C'), 'l1', 0);
    for (const state of [{}, attempted])
      expect(coalesceUpdate([editorRow(1, makeLesson(), state)], seen, null)).toMatchObject({
        ...{ joined: null, append: { args: { version: 0 } } },
      });
  });

  it('replaces one that was refused, which the editor does not show', () => {
    const { joined } = coalesceUpdate([editorRow(1, editLesson(retitle('A', 'B')), refused)], stale, null);
    expect(joined?.command.args).toMatchObject({ base: { title: 'A' }, changes: { title: 'C' } });
  });

  it('keeps the other edits of its save out of the group of the one that it follows', () => {
    const group = { groupId: 'old' };
    const rows = [
      editorRow(1, editLesson(retitle('A', 'B')), group),
      editorRow(2, editModule(retitle('A', 'B')), group),
    ];
    const other = editModule(retitle('B', 'C'));
    expect(coalesceUpdate(rows, other, 'new').joined?.order).toBe(2);
    expect(coalesceUpdate(rows, other, 'new', new Set(['lesson/l1'])).append).toEqual(other);
  });
});

describe('an edit of another field that joins one', () => {
  it('is sent on the older version of the two, because another user may have changed its field since', () => {
    const [first, later] = [
      editLesson(describeField('', 'd'), 'l1', 5),
      editLesson(retitle('A', 'B'), 'l1', 3),
    ];
    expect(coalesceUpdate([editorRow(1, first)], later, null).joined?.command.args).toMatchObject({
      version: 3,
    });
  });
});

describe('a delete', () => {
  it('cancels all unsent commands on its row and inside it, refused or not, and nothing else', () => {
    const rows = [
      editorRow(1, editModule(retitle('A', 'B'))),
      editorRow(2, editLesson(retitle('A', 'B')), refused),
      editorRow(3, makeResource()),
      editorRow(4, editLesson(retitle('A', 'B'), 'l2'), attempted),
      editorRow(5, editModule(retitle('A', 'B'), 'm2')),
      activationRow(6, 'm1'),
    ];
    const { remove, append } = coalesceDelete(rows, dropModule('m1', 4));
    expect(remove.map(({ order }) => order)).toEqual([1, 2, 3]);
    expect(append).toMatchObject({ kind: 'module.delete', args: { version: 4 } });
  });

  it('of a row with a pending create sends nothing', () => {
    const rows = [editorRow(1, makeModule()), editorRow(2, makeLesson()), editorRow(3, makeResource())];
    expect(coalesceDelete(rows, dropModule('m1', 0))).toMatchObject({ remove: rows, append: null });
    expect(coalesceDelete(rows, dropLesson('l1', 0))).toMatchObject({ remove: rows.slice(1), append: null });
    expect(coalesceDelete(rows, dropResource('r1', 0))).toMatchObject({
      remove: rows.slice(2),
      append: null,
    });
  });

  it('is queued after a create under way, with version 1', () => {
    const rows = [editorRow(1, makeLesson(), attempted)];
    expect(coalesceDelete(rows, dropLesson('l1', 0))).toMatchObject({
      remove: [],
      append: { args: { version: 1 } },
    });
  });
});
