import { describe, expect, it } from 'vitest';
import { response } from '#pwa/testing/api-responses.ts';
import { editLesson, editorRow, makeLesson, makeModule, retitle } from '#pwa/testing/editor-rows.ts';
import { commandId } from '#pwa/testing/rows.ts';
import { type CommandResponse, judgeEach, judgeTogether, type Resolve } from './resolution.ts';

const done = (order: number) => response({ status: 200, output: {}, receipt: commandId(order) });
const no = (order: number) =>
  response({
    status: 404,
    error: { error: 'Module not found', code: 'module_not_found' },
    receipt: commandId(order),
  });
const own = { isFromServer: true };
const outdated = response({
  ...{ ...own, status: 412, error: { error: 'Somebody else', code: 'version_conflict' } },
});
const undone = response({ ...own, status: 424, error: { error: 'Not done', code: 'batch_undone' } });
const broken = response({ status: 500 });
const nothing: Resolve = () => null;
const kinds = (judged: ReturnType<typeof judgeEach>) => judged.map(({ resolution }) => resolution.kind);

describe('commands of one batch', () => {
  const family = [editorRow(1, makeModule()), editorRow(2, makeLesson()), editorRow(3, makeModule('m2'))];
  const withResponses = (...responses: CommandResponse['response'][]): CommandResponse[] =>
    family.map((row, at) => ({ row, response: responses[at] ?? broken }));

  it('are each resolved by their own response', () => {
    expect(kinds(judgeEach(withResponses(done(1), done(2), no(3)), nothing))).toEqual([
      'acknowledged',
      'acknowledged',
      'refused',
    ]);
  });

  it.each([
    ['failed', broken, 'retry'],
    ['was refused', no(1), 'refused'],
  ])('wait under a new id when the create of their parent %s', (_, first, kind) => {
    expect(kinds(judgeEach(withResponses(first, no(2), done(3)), nothing))).toEqual([
      kind,
      'reissued',
      'acknowledged',
    ]);
  });

  it("that meet another user's edit are merged, need a decision, or are done", () => {
    const rows = [editorRow(1, editLesson(retitle('A', 'B')))].map((row) => ({ row, response: outdated }));
    const conflict = { reason: 'changed' as const, fields: ['title'], current: null };
    expect(judgeEach(rows, () => ({ kind: 'conflict', conflict }))[0]?.resolution).toEqual({
      ...{ kind: 'conflict', conflict, problem: 'Somebody else' },
    });
    expect(kinds(judgeEach(rows, () => ({ kind: 'gone' })))).toEqual(['gone']);
    expect(kinds(judgeEach(rows, nothing))).toEqual(['refused']);
  });

  it('are not done by a 2xx without their own receipt', () => {
    const bare = response({ status: 200, output: {} });
    expect(kinds(judgeEach(withResponses(bare, done(1), done(3)), nothing))).toEqual([
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
  const failing = (failure: CommandResponse['response']): CommandResponse[] =>
    rows.map((row, at) => ({ row, response: at === 1 ? failure : undone }));
  const judged = (failure: CommandResponse['response'], resolve = nothing) =>
    judgeTogether(failing(failure), commandId(2), resolve);
  const [, second] = rows;
  if (second === undefined) throw new Error('no row');

  it('is done as a whole', () => {
    const all = rows.map((row) => ({ row, response: done(row.order) }));
    expect(kinds(judgeTogether(all, null, nothing))).toEqual([
      'acknowledged',
      'acknowledged',
      'acknowledged',
    ]);
  });

  it('of which one was refused is refused as a whole, and only that one has the reason', () => {
    expect(kinds(judged(no(2)))).toEqual(['refusedWithGroup', 'refused', 'refusedWithGroup']);
  });

  it('of which one was merged is sent again as a whole', () => {
    const resolve: Resolve = () => ({ kind: 'rebased', command: { ...second.command, id: commandId(9) } });
    expect(kinds(judged(outdated, resolve))).toEqual(['again', 'rebased', 'again']);
    expect(kinds(judged(outdated, () => ({ kind: 'gone' })))).toEqual(['again', 'gone', 'again']);
  });

  it("that failed on the server is retried as a whole, at the server's Retry-After", () => {
    const busy = response({ status: 429, retryAfterMs: 5_000 });
    expect(kinds(judged(broken))).toEqual(['retry', 'retry', 'retry']);
    expect(judged(busy).map((one) => one.response.retryAfterMs)).toEqual([5_000, 5_000, 5_000]);
  });

  it('is paused as a whole when the session ends', () => {
    expect(kinds(judged(response({ status: 401, endsSession: true })))).toEqual([
      'paused',
      'paused',
      'paused',
    ]);
  });
});
