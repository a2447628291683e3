import { describe, expect, it } from 'vitest';
import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import {
  dropModule,
  editCourse,
  editLesson,
  editorRow,
  importCourse,
  makeCourse,
  makeLesson,
  makeModule,
  makeResource,
  retitle,
  setVideo,
} from '#pwa/testing/editor-rows.ts';
import { activationRow, progressRow } from '#pwa/testing/rows.ts';
import { recordOf } from '#schema/commands/all-commands.ts';
import { goesInBatch } from '../sending-form.ts';
import { type Moment, pickDue } from './schedule.ts';

const now = Date.parse('2026-11-21T08:00:00.000Z');
const inMs = (ms: number) => new Date(now + ms).toISOString();
const ordinary: Moment = { now, isEager: false };
const eager: Moment = { now, isEager: true };
const oneByOne: Moment = { ...ordinary, isOneByOne: true };

/** The orders of the commands that are sent next. */
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

  it('are not held up by one that is not due, except those of its record', () => {
    const rows = [
      progressRow(1, 'lesson-1', later),
      progressRow(2, 'lesson-1'),
      activationRow(3, 'course-1', { ...later, nextAttemptAt: inMs(3_000) }),
      activationRow(4, 'course-1'),
      activationRow(5, 'course-2'),
    ];
    expect(due(rows)).toEqual([5]);
    expect(pickDue(rows.slice(0, 4), ordinary)).toMatchObject({ rows: [], nextDueMs: now + 3_000 });
  });

  it('skip refused ones, so a poisoned command blocks nothing', () => {
    const rows = [activationRow(1, 'course-1', refused), activationRow(2, 'course-1')];
    expect(due(rows)).toEqual([2]);
  });

  it('include commands that a dead page left as sending, and those that a login resumed', () => {
    expect(due([progressRow(1, 'lesson-1', { state: 'sending', attempts: 1 })])).toEqual([1]);
    expect(due([progressRow(1, 'lesson-1', { state: 'paused', attempts: 1 })])).toEqual([1]);
  });

  it("stop waiting when the connection is back, but respect the server's Retry-After", () => {
    const unanswered = progressRow(1, 'lesson-1', { ...later, lastStatus: 0 });
    const busy = progressRow(1, 'lesson-1', { ...later, lastStatus: 429 });
    expect(due([unanswered])).toEqual([]);
    expect(due([unanswered], eager)).toEqual([1]);
    expect(due([busy], eager)).toEqual([]);
  });

  it('ignore times from a clock that was set back ten years', () => {
    const nextAttemptAt = '2036-11-21T08:00:00.000Z';
    expect(due([progressRow(1, 'lesson-1', { attempts: 1, nextAttemptAt, lastStatus: 503 })])).toEqual([1]);
  });

  it('exclude commands that can still be undone, even when eager, and report when they are due', () => {
    const held = progressRow(1, 'lesson-1', { heldUntil: inMs(7_000) });
    expect(pickDue([held], eager)).toMatchObject({ rows: [], nextDueMs: now + 7_000 });
    expect(due([progressRow(1, 'lesson-1', { heldUntil: inMs(0) })])).toEqual([1]);
    expect(due([progressRow(1, 'lesson-1', { heldUntil: '2036-11-21T08:00:00.000Z' })])).toEqual([1]);
  });

  it('are none, with no due time, when nothing waits', () => {
    expect(pickDue([], ordinary)).toEqual({ rows: [], isAtomic: false, nextDueMs: null });
  });

  it('are matched by record', () => {
    expect(recordOf(activationRow(1, 'course-1').command)).toBe('activation/course-1');
    expect(recordOf(progressRow(1, 'lesson-1').command)).toBe(recordOf(progressRow(2, 'lesson-2').command));
  });
});

describe('edits of a course', () => {
  it('are sent with the create of their parent, in order', () => {
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
  ])('wait while the create of their parent %s, and others are sent', (_, parts) => {
    const rows = [
      editorRow(1, makeModule('m1'), parts),
      editorRow(2, makeLesson('l1', 'm1')),
      editorRow(3, makeResource('r1', 'l1')),
      editorRow(4, makeLesson('l2', 'm2')),
    ];
    expect(due(rows)).toEqual([4]);
  });

  it('of one record are sent one request after the other, because the later needs the version that the earlier produces', () => {
    const rows = [
      editorRow(1, edit),
      editorRow(2, setVideo('https://v.example/')),
      editorRow(3, makeLesson('l2')),
    ];
    expect(due(rows)).toEqual([1, 3]);
    expect(due(rows.slice(1))).toEqual([2, 3]);
  });

  it('wait after a refused edit of the same record, and only those', () => {
    const rows = [
      editorRow(1, edit, refused),
      editorRow(2, setVideo('https://v.example/')),
      editorRow(3, editLesson(retitle('A', 'B'), 'l2')),
      editorRow(4, makeResource('r1', 'l1')),
    ];
    expect(due(rows)).toEqual([3, 4]);
  });

  it('do not wait for the question whether an earlier one is done again after a restore', () => {
    const rows = (parts: Partial<OutboxRow>) => [
      editorRow(1, edit, { ...refused, ...parts }),
      editorRow(2, setVideo('https://v.example/')),
    ];
    expect(due(rows({}))).toEqual([]);
    expect(due(rows({ restore: 'undecided' }))).toEqual([2]);
  });

  it('are all sent before the course is published, and a refused one prevents that', () => {
    const rows = [editorRow(1, makeLesson()), publish(2)];
    expect(due(rows)).toEqual([1]);
    expect(due([editorRow(1, makeLesson(), refused), publish(2)])).toEqual([]);
    expect(due([publish(2)])).toEqual([2]);
    expect(due([publish(1, refused), editorRow(2, editCourse(retitle('A', 'B')))])).toEqual([2]);
  });

  it('in a module are sent before its deletion', () => {
    expect(due([editorRow(1, edit, later), editorRow(2, dropModule())])).toEqual([]);
    expect(due([editorRow(1, editLesson(retitle('A', 'B'))), editorRow(2, dropModule())])).toEqual([1]);
    expect(due([editorRow(1, edit, later), editorRow(2, dropModule('m2'))])).toEqual([2]);
  });

  it('wait for their file without holding up the rest of their lesson', () => {
    const rows = [editorRow(1, makeResource()), editorRow(2, edit)];
    expect(due(rows, { ...ordinary, held: new Set([rows[0]?.id ?? '']) })).toEqual([2]);
  });
});

describe('a batch', () => {
  const lesson = (order: number, characters: number) => {
    const changes = { content: 'x'.repeat(characters) };
    const { kind, args } = editLesson({ base: {}, changes: {} }, `l${order}`);
    return editorRow(order, { kind, args: { ...args, changes } });
  };

  it('contains at most a hundred commands', () => {
    const rows = Array.from({ length: 120 }, (_, at) => editorRow(at + 1, makeModule(`m${at}`)));
    expect(due(rows)).toHaveLength(100);
  });

  it('contains less than a megabyte, and a larger command is sent alone', () => {
    expect(due([lesson(1, 400_000), lesson(2, 400_000), lesson(3, 400_000), lesson(4, 10)])).toEqual([
      1, 2, 4,
    ]);
    expect(due([lesson(1, 1_048_000), lesson(2, 10)])).toEqual([1]);
  });

  it('shrinks after each one without a response, so it gets through a slow connection', () => {
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

  it('never contains an imported course, whose edits follow it', () => {
    const imported = editorRow(2, importCourse());
    const rows = [editorRow(1, makeModule('m2', 'c2')), imported, editorRow(3, edit)];
    expect(due(rows)).toEqual([1]);
    expect(due(rows.slice(1))).toEqual([2]);
    const other = { isBlocked: true, attempts: 2 } as const;
    expect(rows.map((row) => goesInBatch({ ...row, ...other }, 'token'))).toEqual([true, false, true]);
  });

  it('never contains a list of codes', () => {
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

  it('is sent as one batch of its own', () => {
    expect(pickDue([...saved, editorRow(4, makeModule('m3'))], ordinary)).toMatchObject({
      rows: [{ order: 1 }, { order: 2 }, { order: 3 }],
      isAtomic: true,
    });
    expect(
      due([editorRow(4, makeModule('m3')), ...saved.map((row) => ({ ...row, order: row.order + 4 }))]),
    ).toEqual([4]);
  });

  it('is sent only when all of it can be', () => {
    const waiting = editorRow(0, makeLesson('l1', 'm1'), later);
    expect(due([waiting, ...saved])).toEqual([]);
    const [first, second, third] = saved;
    const between = editorRow(1.5, makeLesson('l1', 'm1'));
    if (first === undefined || second === undefined || third === undefined) throw new Error('no rows');
    expect(due([first, between, second, third])).toEqual([1.5]);
    expect(due([{ ...first, ...later }, second, third])).toEqual([]);
  });

  it('holds up edits queued after it', () => {
    const rows = [
      ...saved.map((row) => ({ ...row, ...later })),
      editorRow(4, setVideo('https://v.example/')),
    ];
    expect(due(rows)).toEqual([]);
  });

  it('that was refused waits as a whole', () => {
    const rows = saved.map((row) => ({ ...row, ...refused }));
    expect(due([...rows, editorRow(4, makeModule('m3'))])).toEqual([4]);
  });

  it('is sent one by one if the server does not support batches', () => {
    expect(due(saved, oneByOne)).toEqual([1]);
  });

  it('that is too large for one batch is sent in several, in order', () => {
    const rows = Array.from({ length: 130 }, (_, at) =>
      editorRow(at + 1, editLesson(retitle('A', 'B'), `l${at}`), group),
    );
    expect(due(rows)).toHaveLength(100);
    expect(due(rows.slice(100))).toHaveLength(30);
  });
});
