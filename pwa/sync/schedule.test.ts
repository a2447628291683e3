import { describe, expect, it } from 'vitest';
import { recordOf } from '#schema/commands/all-commands.ts';
import type { OutboxRow } from '../store/outbox.ts';
import {
  dropModule,
  editCourse,
  editLesson,
  editorRow,
  makeCourse,
  makeLesson,
  makeModule,
  makeResource,
  retitle,
  setVideo,
} from '../testing/editor-rows.ts';
import { activationRow, progressRow } from '../testing/rows.ts';
import { type Moment, pickDue } from './schedule.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const inMs = (ms: number) => new Date(now + ms).toISOString();
const ordinary: Moment = { now, isEager: false };
const eager: Moment = { now, isEager: true };
const oneByOne: Moment = { ...ordinary, isOneByOne: true };

/** The places of those that go next. */
const due = (rows: readonly OutboxRow[], moment = ordinary) =>
  pickDue(rows, moment).rows.map(({ order }) => order);
const later = { state: 'waiting', attempts: 1, nextAttemptAt: inMs(5_000), lastStatus: 500 } as const;
const refused = { state: 'refused', attempts: 1, lastProblem: 'No' } as const;
const edit = editLesson(retitle('A', 'B'));
const publish = (order: number, parts: Partial<OutboxRow> = {}): OutboxRow => {
  const { command, ...row } = activationRow(order, 'c1', parts);
  const args = {
    courseId: 'c1',
    courseTitle: 'c1',
    courseVersion: 1,
    status: 'published',
    isFinish: false,
  } as const;
  const { id, userId, version, createdAt } = command;
  return { ...row, command: { id, userId, version, createdAt, kind: 'course.setStatus', args } };
};

describe('which commands go next', () => {
  it('are all that are due, in the order of entry', () => {
    const rows = [activationRow(1, 'course-1'), progressRow(2, 'lesson-1'), activationRow(3, 'course-2')];
    expect(due(rows)).toEqual([1, 2, 3]);
    expect(due(rows, oneByOne)).toEqual([1]);
  });

  it('are not held up by one that waits for its time, but those of its record are', () => {
    const rows = [
      progressRow(1, 'lesson-1', later),
      progressRow(2, 'lesson-1'),
      activationRow(3, 'course-1', { ...later, nextAttemptAt: inMs(3_000) }),
      activationRow(4, 'course-1'),
      activationRow(5, 'course-2'),
    ];
    expect(due(rows)).toEqual([5]);
    expect(pickDue(rows.slice(0, 4), ordinary)).toMatchObject({ rows: [], wakeAt: now + 3_000 });
  });

  it('step over refused ones, so that a poisoned command holds nobody up', () => {
    const rows = [activationRow(1, 'course-1', refused), activationRow(2, 'course-1')];
    expect(due(rows)).toEqual([2]);
  });

  it('take up again what a dead page left as sending, and what a login has freed', () => {
    expect(due([progressRow(1, 'lesson-1', { state: 'sending', attempts: 1 })])).toEqual([1]);
    expect(due([progressRow(1, 'lesson-1', { state: 'paused', attempts: 1 })])).toEqual([1]);
  });

  it('do not wait any longer for a line that is back, but keep to what the server asked for', () => {
    const unanswered = progressRow(1, 'lesson-1', { ...later, lastStatus: 0 });
    const busy = progressRow(1, 'lesson-1', { ...later, lastStatus: 429 });
    expect(due([unanswered])).toEqual([]);
    expect(due([unanswered], eager)).toEqual([1]);
    expect(due([busy], eager)).toEqual([]);
  });

  it('are not fooled by a clock that was set back ten years', () => {
    const nextAttemptAt = '2036-11-21T08:00:00.000Z';
    expect(due([progressRow(1, 'lesson-1', { attempts: 1, nextAttemptAt, lastStatus: 503 })])).toEqual([1]);
  });

  it('leave back what may still be taken back, even when eager, and wake for it', () => {
    const held = progressRow(1, 'lesson-1', { heldUntil: inMs(7_000) });
    expect(pickDue([held], eager)).toMatchObject({ rows: [], wakeAt: now + 7_000 });
    expect(due([progressRow(1, 'lesson-1', { heldUntil: inMs(0) })])).toEqual([1]);
    expect(due([progressRow(1, 'lesson-1', { heldUntil: '2036-11-21T08:00:00.000Z' })])).toEqual([1]);
  });

  it('are none, and there is no time to wake, when nothing waits', () => {
    expect(pickDue([], ordinary)).toEqual({ rows: [], isAtomic: false, wakeAt: null });
  });

  it('know what belongs to one record', () => {
    expect(recordOf(activationRow(1, 'course-1').command)).toBe('activation/course-1');
    expect(recordOf(progressRow(1, 'lesson-1').command)).toBe(recordOf(progressRow(2, 'lesson-2').command));
  });
});

describe('edits of a course', () => {
  it('travel with the making of what they lie in, in order', () => {
    const rows = [
      editorRow(1, makeCourse()),
      editorRow(2, makeModule()),
      editorRow(3, makeLesson()),
      editorRow(4, makeResource()),
    ];
    expect(due(rows)).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['waits for its time', later],
    ['was refused', refused],
  ])('wait while the making of what they lie in %s, and others go on', (_, parts) => {
    const rows = [
      editorRow(1, makeModule('m1'), parts),
      editorRow(2, makeLesson('l1', 'm1')),
      editorRow(3, makeResource('r1', 'l1')),
      editorRow(4, makeLesson('l2', 'm2')),
    ];
    expect(due(rows)).toEqual([4]);
  });

  it('of one record go one round trip after the other, because the later needs the version that the earlier makes', () => {
    const rows = [
      editorRow(1, edit),
      editorRow(2, setVideo('https://v.example/')),
      editorRow(3, makeLesson('l2')),
    ];
    expect(due(rows)).toEqual([1, 3]);
    expect(due(rows.slice(1))).toEqual([2, 3]);
  });

  it('wait behind a refused edit of the same record, and only those', () => {
    const rows = [
      editorRow(1, edit, refused),
      editorRow(2, setVideo('https://v.example/')),
      editorRow(3, editLesson(retitle('A', 'B'), 'l2')),
      editorRow(4, makeResource('r1', 'l1')),
    ];
    expect(due(rows)).toEqual([3, 4]);
  });

  it('all go before the course is published, and a refused one keeps it from that', () => {
    const rows = [editorRow(1, makeLesson()), publish(2)];
    expect(due(rows)).toEqual([1]);
    expect(due([editorRow(1, makeLesson(), refused), publish(2)])).toEqual([]);
    expect(due([publish(2)])).toEqual([2]);
    expect(due([publish(1, refused), editorRow(2, editCourse(retitle('A', 'B')))])).toEqual([2]);
  });

  it('in a module go before its deletion', () => {
    expect(due([editorRow(1, edit, later), editorRow(2, dropModule())])).toEqual([]);
    expect(due([editorRow(1, editLesson(retitle('A', 'B'))), editorRow(2, dropModule())])).toEqual([1]);
    expect(due([editorRow(1, edit, later), editorRow(2, dropModule('m2'))])).toEqual([2]);
  });

  it('wait for their file, and hold up nothing of their lesson', () => {
    const rows = [editorRow(1, makeResource()), editorRow(2, edit)];
    expect(due(rows, { ...ordinary, held: new Set([rows[0]?.id ?? '']) })).toEqual([2]);
  });
});

describe('a round trip', () => {
  const lesson = (order: number, characters: number) => {
    const changes = { content: 'x'.repeat(characters) };
    const { kind, args } = editLesson({ base: {}, changes: {} }, `l${order}`);
    return editorRow(order, { kind, args: { ...args, changes } });
  };

  it('takes a hundred commands', () => {
    const rows = Array.from({ length: 120 }, (_, at) => editorRow(at + 1, makeModule(`m${at}`)));
    expect(due(rows)).toHaveLength(100);
  });

  it('takes less than a megabyte, and what is larger goes alone', () => {
    expect(due([lesson(1, 400_000), lesson(2, 400_000), lesson(3, 400_000), lesson(4, 10)])).toEqual([
      1, 2, 4,
    ]);
    expect(due([lesson(1, 1_048_000), lesson(2, 10)])).toEqual([1]);
  });

  it('takes less after each one that brought no answer, so that a slow line gets through', () => {
    const unanswered = { state: 'waiting', attempts: 4, lastStatus: 0 } as const;
    const rows = [1, 2, 3, 4].map((order) => ({ ...lesson(order, 25_000), ...unanswered }));
    expect(due(rows, eager)).toEqual([1, 2]);
    expect(
      due(
        rows.map((row) => ({ ...row, lastStatus: 503 })),
        eager,
      ),
    ).toEqual([1, 2, 3, 4]);
  });

  it('is not shared by a list of codes', () => {
    const args = { courseId: 'c1', courseTitle: 'c1', codes: ['A'] };
    const codes = editorRow(2, { kind: 'codes.upload', args });
    expect(due([editorRow(1, makeModule()), codes, editorRow(3, makeModule('m2'))])).toEqual([1, 3]);
    expect(due([codes, editorRow(3, makeModule('m2'))])).toEqual([2]);
  });
});

describe('a Save Course', () => {
  const group = { groupId: 'save-1' };
  const saved = [
    editorRow(1, editCourse(retitle('A', 'B')), group),
    editorRow(2, edit, group),
    editorRow(3, dropModule('m2'), group),
  ];

  it('travels whole and alone', () => {
    expect(pickDue([...saved, editorRow(4, makeModule('m3'))], ordinary)).toMatchObject({
      rows: [{ order: 1 }, { order: 2 }, { order: 3 }],
      isAtomic: true,
    });
    expect(
      due([editorRow(4, makeModule('m3')), ...saved.map((row) => ({ ...row, order: row.order + 4 }))]),
    ).toEqual([4]);
  });

  it('goes only when all of it can go', () => {
    const waiting = editorRow(0, makeLesson('l1', 'm1'), later);
    expect(due([waiting, ...saved])).toEqual([]);
    const [first, second, third] = saved;
    const between = editorRow(1.5, makeLesson('l1', 'm1'));
    if (first === undefined || second === undefined || third === undefined) throw new Error('no rows');
    expect(due([first, between, second, third])).toEqual([1.5]);
    expect(due([{ ...first, ...later }, second, third])).toEqual([]);
  });

  it('holds up what was edited behind it', () => {
    const rows = [
      ...saved.map((row) => ({ ...row, ...later })),
      editorRow(4, setVideo('https://v.example/')),
    ];
    expect(due(rows)).toEqual([]);
  });

  it('that is set aside waits as a whole', () => {
    const rows = saved.map((row) => ({ ...row, ...refused }));
    expect(due([...rows, editorRow(4, makeModule('m3'))])).toEqual([4]);
  });

  it('goes one by one where the server takes no batches', () => {
    expect(due(saved, oneByOne)).toEqual([1]);
  });

  it('that is too large for one round trip goes in several, in order', () => {
    const rows = Array.from({ length: 130 }, (_, at) =>
      editorRow(at + 1, editLesson(retitle('A', 'B'), `l${at}`), group),
    );
    expect(due(rows)).toHaveLength(100);
    expect(due(rows.slice(100))).toHaveLength(30);
  });
});
