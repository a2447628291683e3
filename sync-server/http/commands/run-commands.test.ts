import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Trx } from '#sync-server/db/transaction.ts';
import { serverForTest } from '#sync-server/testing/server-for-test.ts';
import type { TestServer } from '#sync-server/testing/test-server.ts';
import { ApiError } from '../reply/api-error.ts';
import type { PreparedCommand } from './command.ts';
import { type CommandOutcome, runAllOrNone, runCommandsInOrder } from './run-commands.ts';

type Work = (trx: Trx) => Promise<unknown>;

const rename =
  (id: string, name: string): Work =>
  async (trx) => {
    await trx.updateTable('users').set({ name }).where('id', '=', id).execute();
    return { name };
  };
const renameThenThrow =
  (id: string, error: Error): Work =>
  async (trx) => {
    await rename(id, 'half done')(trx);
    throw error;
  };

function commandsOf(server: TestServer, works: readonly Work[]): PreparedCommand[] {
  const now = server.deps.clock.now();
  return works.map((execute) => ({
    ...{ session: { userId: 'alice', sessionId: '' }, key: randomUUID() },
    ...{ fingerprint: 'x', requestId: 'r' },
    ...{ now, execute, authorise: () => {} },
  }));
}

/** Three commands; the second throws after its write. */
const threeWith = (server: TestServer, error: Error) =>
  commandsOf(server, [rename('alice', 'First'), renameThenThrow('bob', error), rename('carol', 'Third')]);

async function namesOf(server: TestServer): Promise<Record<string, string>> {
  const rows = await server.deps.db.selectFrom('users').select(['id', 'name']).execute();
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}

const giveRole =
  (role: 'admin' | 'user'): Work =>
  async (trx) => {
    await trx.updateTable('users').set({ role }).where('id', '=', 'alice').execute();
    return { role };
  };

/** The same commands, allowed only to an admin. */
const forAdmins = (commands: readonly PreparedCommand[]): PreparedCommand[] =>
  commands.map((command) => ({
    ...command,
    authorise: (found) => {
      if (found?.user.role !== 'admin') throw new ApiError('not_allowed');
    },
  }));

const receiptsIn = async (server: TestServer) =>
  (await server.deps.db.selectFrom('receipts').select('key').execute()).map(({ key }) => key);
const statusOf = (outcome: CommandOutcome) => ('reply' in outcome ? outcome.reply.status : null);
const keysOf = (commands: readonly PreparedCommand[]) => commands.map(({ key }) => key);

describe('commands that share a transaction', () => {
  it('are independent: the writes of a rejected one are rolled back, its receipt and the others remain', async () => {
    const server = await serverForTest();
    const commands = threeWith(server, new ApiError('role_own'));
    const before = await namesOf(server);
    const outcomes = await runCommandsInOrder(server.deps.db, commands);
    expect(outcomes.map(statusOf)).toEqual([200, 409, 200]);
    expect(await namesOf(server)).toEqual({ ...before, alice: 'First', carol: 'Third' });
    expect((await receiptsIn(server)).sort()).toEqual(keysOf(commands).sort());
  });

  it('are authorised by the rows as the commands before them left these', async () => {
    const server = await serverForTest();
    await runCommandsInOrder(server.deps.db, commandsOf(server, [giveRole('admin')]));
    const commands = forAdmins(
      commandsOf(server, [rename('bob', 'Robert'), giveRole('user'), rename('bob', 'B')]),
    );
    const outcomes = await runCommandsInOrder(server.deps.db, commands);
    expect(outcomes.map(statusOf)).toEqual([200, 200, null]);
  });

  it.each(['not_allowed', 'too_many_requests', 'server_full'] as const)(
    'leave no receipt and no writes for a temporary rejection (%s)',
    async (code) => {
      const server = await serverForTest();
      const commands = threeWith(server, new ApiError(code));
      const before = await namesOf(server);
      const outcomes = await runCommandsInOrder(server.deps.db, commands);
      expect(outcomes.map(statusOf)).toEqual([200, new ApiError(code).status, 200]);
      expect(await namesOf(server)).toEqual({ ...before, alice: 'First', carol: 'Third' });
      const [first, , third] = keysOf(commands);
      expect((await receiptsIn(server)).sort()).toEqual([first, third].sort());
    },
  );

  it('get the same replies again from their receipts, including the rejection', async () => {
    const server = await serverForTest();
    const commands = commandsOf(server, [
      rename('alice', 'First'),
      renameThenThrow('bob', new ApiError('role_own')),
    ]);
    const first = await runCommandsInOrder(server.deps.db, commands);
    const again = await runCommandsInOrder(server.deps.db, commands);
    expect(again.map((outcome) => 'reply' in outcome && outcome.reply.isReplayed)).toEqual([true, true]);
    expect(again.map(statusOf)).toEqual(first.map(statusOf));
  });

  it('run one by one when one of them fails unexpectedly; only that one is left out', async () => {
    const server = await serverForTest();
    const commands = threeWith(server, new Error('the disk is full'));
    const before = await namesOf(server);
    const outcomes = await runCommandsInOrder(server.deps.db, commands);
    expect(outcomes.map(statusOf)).toEqual([200, null, 200]);
    expect(await namesOf(server)).toEqual({ ...before, alice: 'First', carol: 'Third' });
    expect(await receiptsIn(server)).not.toContain(commands[1]?.key);
  });

  it('leave nothing when they are atomic and one is rejected after its write', async () => {
    const server = await serverForTest();
    const commands = threeWith(server, new ApiError('role_own'));
    const before = await namesOf(server);
    const { outcomes, failed } = await runAllOrNone(server.deps.db, commands);
    expect(failed).toBe(1);
    expect(outcomes.map(statusOf)).toEqual([null, 409, null]);
    expect(await namesOf(server)).toEqual(before);
    expect(await receiptsIn(server)).toEqual([]);
  });
});
