import { describe, expect, it } from 'vitest';
import { answer } from '../testing/answers.ts';
import { editLesson, editorRow, makeLesson, makeModule, retitle } from '../testing/editor-rows.ts';
import { commandId } from '../testing/rows.ts';
import { type Answered, judgeEach, judgeTogether, type Resolve } from './verdict.ts';

const done = (order: number) => answer({ status: 200, output: {}, receipt: commandId(order) });
const no = (order: number) =>
  answer({
    status: 404,
    error: { error: 'Module not found', code: 'module_not_found' },
    receipt: commandId(order),
  });
const behind = answer({ status: 412, error: { error: 'Somebody else', code: 'version_conflict' } });
const undone = answer({ status: 424, error: { error: 'Not done', code: 'batch_undone' } });
const broken = answer({ status: 500 });
const nothing: Resolve = () => null;
const kinds = (judged: ReturnType<typeof judgeEach>) => judged.map(({ verdict }) => verdict.kind);

describe('commands of one batch', () => {
  const family = [editorRow(1, makeModule()), editorRow(2, makeLesson()), editorRow(3, makeModule('m2'))];
  const answered = (...answers: Answered['answer'][]): Answered[] =>
    family.map((row, at) => ({ row, answer: answers[at] ?? broken }));

  it('are each resolved by their own response', () => {
    expect(kinds(judgeEach(answered(done(1), done(2), no(3)), nothing))).toEqual([
      'acknowledged',
      'acknowledged',
      'refused',
    ]);
  });

  it.each([
    ['failed', broken, 'retry'],
    ['was refused', no(1), 'refused'],
  ])('wait under a new id when the create of their parent %s', (_, first, kind) => {
    expect(kinds(judgeEach(answered(first, no(2), done(3)), nothing))).toEqual([
      kind,
      'renewed',
      'acknowledged',
    ]);
  });

  it("that meet another user's edit are merged, need a decision, or are done", () => {
    const rows = [editorRow(1, editLesson(retitle('A', 'B')))].map((row) => ({ row, answer: behind }));
    const conflict = { reason: 'changed' as const, fields: ['title'], current: null };
    expect(judgeEach(rows, () => ({ kind: 'conflict', conflict }))[0]?.verdict).toEqual({
      ...{ kind: 'conflict', conflict, problem: 'Somebody else' },
    });
    expect(kinds(judgeEach(rows, () => ({ kind: 'gone' })))).toEqual(['gone']);
    expect(kinds(judgeEach(rows, nothing))).toEqual(['refused']);
  });

  it('are not done by a 2xx without their own receipt', () => {
    const bare = answer({ status: 200, output: {} });
    expect(kinds(judgeEach(answered(bare, done(1), done(3)), nothing))).toEqual([
      'retry',
      'retry',
      'acknowledged',
    ]);
  });
});

describe('a Save Course', () => {
  const rows = [1, 2, 3].map((n) =>
    editorRow(n, editLesson(retitle('A', 'B'), `l${n}`), { groupId: 'save' }),
  );
  const failing = (failure: Answered['answer']): Answered[] =>
    rows.map((row, at) => ({ row, answer: at === 1 ? failure : undone }));
  const judged = (failure: Answered['answer'], resolve = nothing) =>
    judgeTogether(failing(failure), commandId(2), resolve);
  const [, second] = rows;
  if (second === undefined) throw new Error('no row');

  it('is done as a whole', () => {
    const all = rows.map((row) => ({ row, answer: done(row.order) }));
    expect(kinds(judgeTogether(all, null, nothing))).toEqual([
      'acknowledged',
      'acknowledged',
      'acknowledged',
    ]);
  });

  it('of which one was refused is refused as a whole, and only that one has the reason', () => {
    expect(kinds(judged(no(2)))).toEqual(['setAside', 'refused', 'setAside']);
  });

  it('of which one was merged is sent again as a whole', () => {
    const resolve: Resolve = () => ({ kind: 'rebased', command: { ...second.command, id: commandId(9) } });
    expect(kinds(judged(behind, resolve))).toEqual(['again', 'rebased', 'again']);
    expect(kinds(judged(behind, () => ({ kind: 'gone' })))).toEqual(['again', 'gone', 'again']);
  });

  it("that failed on the server is retried as a whole, at the server's Retry-After", () => {
    const busy = answer({ status: 429, retryAfterMs: 5_000 });
    expect(kinds(judged(broken))).toEqual(['retry', 'retry', 'retry']);
    expect(judged(busy).map((one) => one.answer.retryAfterMs)).toEqual([5_000, 5_000, 5_000]);
  });

  it('is paused as a whole when the session ends', () => {
    expect(kinds(judged(answer({ status: 401, endsSession: true })))).toEqual(['paused', 'paused', 'paused']);
  });
});
