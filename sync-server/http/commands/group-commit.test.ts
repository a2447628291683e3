import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { getPosition } from '#sync-server/epoch/run-queries.ts';
import { onSqlite } from '#sync-server/testing/postgres/on-sqlite.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { watchQueries } from '#sync-server/testing/watched-queries.ts';
import { untilNextTurn } from '#sync-server/turns/next-turn.ts';
import { ApiError } from '../reply/api-error.ts';
import type { CommandReply, PreparedCommand } from './command.ts';
import { GroupCommit } from './group-commit.ts';

/** A command that renames Alice and then throws `error`, if there is one. */
function renameTo(server: TestServer, name: string, error?: Error): PreparedCommand {
  return {
    ...{ session: { userId: 'alice', sessionId: '' }, key: randomUUID() },
    ...{ fingerprint: 'x', requestId: 'r', now: server.deps.clock.now() },
    authorise: () => {},
    execute: async (trx) => {
      await trx.updateTable('users').set({ name }).where('id', '=', 'alice').execute();
      if (error !== undefined) throw error;
      return { name };
    },
  };
}

async function runTogether(server: TestServer, commands: readonly PreparedCommand[]) {
  const begin = vi.spyOn(server.deps.db, 'transaction');
  const settled = await Promise.allSettled(commands.map((command) => server.deps.groupCommit.run(command)));
  const transactions = begin.mock.calls.length;
  begin.mockRestore();
  const outcomes = settled.map((one) =>
    one.status === 'fulfilled' ? one.value.status : String(one.reason.message),
  );
  return { outcomes, transactions };
}

const nameOf = async ({ deps }: TestServer) =>
  (await deps.db.selectFrom('users').select('name').where('id', '=', 'alice').executeTakeFirst())?.name;
const listReceipts = async ({ deps }: TestServer) =>
  (await deps.db.selectFrom('receipts').select('key').execute()).map(({ key }) => key);

const itOnSqlite = onSqlite(it);

describe('commands of separate requests that arrive together', () => {
  itOnSqlite('have the same position in their acks, which is read once', async () => {
    const server = await serverForTest();
    const replies: CommandReply[] = [];
    const queries = await watchQueries(server, async () => {
      const commands = ['One', 'Two', 'Three'].map((name) => renameTo(server, name));
      replies.push(...(await Promise.all(commands.map((command) => server.deps.groupCommit.run(command)))));
    });
    const position = await getPosition(server.deps.db);
    expect(replies.map((reply) => reply.position)).toEqual([position, position, position]);
    expect(queries.filter(({ sql }) => sql.includes('from "epochs"'))).toHaveLength(1);
  });

  it('are one transaction, in the order of arrival, each with its receipt', async () => {
    const server = await serverForTest();
    const commands = ['One', 'Two', 'Three'].map((name) => renameTo(server, name));
    expect(await runTogether(server, commands)).toEqual({ outcomes: [200, 200, 200], transactions: 1 });
    expect(await nameOf(server)).toBe('Three');
    expect((await listReceipts(server)).sort()).toEqual(commands.map(({ key }) => key).sort());
  });

  it('are independent: a refused one writes only its receipt', async () => {
    const server = await serverForTest();
    const refused = renameTo(server, 'Half done', new ApiError('role_own'));
    const { outcomes } = await runTogether(server, [renameTo(server, 'One'), refused]);
    expect(outcomes).toEqual([200, 409]);
    expect(await nameOf(server)).toBe('One');
    expect(await listReceipts(server)).toContain(refused.key);
  });

  it('are independent: an unexpected error rejects only its own command, which leaves no receipt', async () => {
    const server = await serverForTest();
    const broken = renameTo(server, 'Half done', new Error('a defect'));
    const commands = [renameTo(server, 'One'), broken, renameTo(server, 'Two')];
    expect((await runTogether(server, commands)).outcomes).toEqual([200, 'a defect', 200]);
    expect(await nameOf(server)).toBe('Two');
    expect(await listReceipts(server)).not.toContain(broken.key);
  });

  it('go on after a transaction could not begin', async () => {
    const server = await serverForTest();
    const begin = vi.spyOn(server.deps.db, 'transaction').mockImplementation(() => {
      throw new Error('no database');
    });
    const run = () => server.deps.groupCommit.run(renameTo(server, 'One'));
    await expect(run()).rejects.toThrow('no database');
    expect(await Promise.allSettled([run(), run()])).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    begin.mockRestore();
    expect((await run()).status).toBe(200);
  });
});

it('a command that arrives during a transaction runs in the next one', async () => {
  const server = await serverForTest();
  const order: string[] = [];
  const late: Promise<unknown>[] = [];
  const first = renameTo(server, 'One');
  const execute: PreparedCommand['execute'] = async (trx) => {
    const command = renameTo(server, 'Two');
    late.push(server.deps.groupCommit.run(command).then(() => order.push('second')));
    return first.execute(trx);
  };
  await server.deps.groupCommit.run({ ...first, execute }).then(() => order.push('first'));
  await Promise.all(late);
  expect(order).toEqual(['first', 'second']);
  expect(await nameOf(server)).toBe('Two');
});

/** The time of the first command; nothing else takes any. */
const TAKES_MS = 5;

describe('commands beside reads', () => {
  /** Runs one command, and later two that arrive one after the other while `pause` lasts; returns the transactions of these. */
  async function runBeside(reads: number) {
    const server = await serverForTest();
    // Otherwise the pause may be over on a busy machine before it is asked for.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let endPause = () => {};
    const pauses: number[] = [];
    const groupCommit = new GroupCommit(server.deps.db, (ms) => {
      pauses.push(ms);
      return new Promise<void>((resolve) => {
        endPause = resolve;
      });
    });
    const first = renameTo(server, 'One');
    const execute: PreparedCommand['execute'] = async (trx) => {
      vi.advanceTimersByTime(TAKES_MS);
      return first.execute(trx);
    };
    await groupCommit.run({ ...first, execute });
    for (let read = 0; read < reads; read += 1) groupCommit.noteRead();
    const begin = vi.spyOn(server.deps.db, 'transaction');
    const second = groupCommit.run(renameTo(server, 'Two'));
    for (let turn = 0; turn < 3; turn += 1) await untilNextTurn();
    const third = groupCommit.run(renameTo(server, 'Three'));
    endPause();
    await Promise.all([second, third]);
    return { pauses, transactions: begin.mock.calls.length, name: await nameOf(server) };
  }

  it('share a commit that waits until readers had their turn', async () => {
    const { pauses, transactions, name } = await runBeside(100);
    expect({ transactions, name }).toEqual({ transactions: 1, name: 'Three' });
    expect(pauses).toHaveLength(1);
    expect(pauses[0]).toBeLessThanOrEqual(40);
  });

  it('are not delayed by a few', async () => {
    const { pauses, transactions } = await runBeside(3);
    expect({ pauses, transactions }).toEqual({ pauses: [], transactions: 2 });
  });
});
