import { Kysely, SelectQueryNode } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { inTransaction } from '../db/transaction.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { Lease } from './lease-queries.ts';
import { type Ending, type LeasedWork, LeaseQueue } from './lease-queue.ts';

const SECOND_MS = 1_000;
const LEASE_MS = 120 * SECOND_MS;

afterEach(() => {
  vi.useRealTimers();
});

/** Queues over one table of transcodes, in which `video` is due. */
async function queuesForTest() {
  const { deps, clock, log } = await serverForTest();
  const { db } = deps;
  const startedAt = clock.now();
  const file = { id: 'video', name: 'a.mp4', contentType: 'video/mp4', sizeBytes: 1, digest: 'd' };
  const state = { resultFileId: null, outcome: null, lastProblem: null };
  await inTransaction(db, async (trx) => {
    await trx.insertInto('files').values(file).execute();
    const row = { fileId: 'video', attempts: 0, nextAttemptAt: startedAt.toISOString(), ...state };
    await trx.insertInto('transcodes').values(row).execute();
  });
  const end: Ending = async (trx) => {
    await trx.updateTable('transcodes').set({ nextAttemptAt: null, outcome: 'fit' }).execute();
  };
  const queueOf = (work: Partial<LeasedWork<Lease>>, queueDb = db) =>
    new LeaseQueue<Lease>({
      ...{ db: queueDb, clock, log: deps.log },
      work: {
        table: 'transcodes',
        read: async (_trx, lease) => lease,
        run: async () => end,
        reportFailure: () => {},
        delayMs: (attempts) => attempts * SECOND_MS,
        stopGraceMs: 0,
        isStopAttempt: false,
        problemMaxCharacters: 12,
        queueFailure: 'the queue failed',
        ...work,
      },
    });
  const row = () => db.selectFrom('transcodes').selectAll().executeTakeFirstOrThrow();
  const at = (ms: number) => new Date(startedAt.getTime() + ms).toISOString();
  return { db, clock, log, queueOf, row, at, end };
}

const fail = async (): Promise<never> => {
  throw new Error('no space on the disk');
};

describe('a row that is due', () => {
  it('is leased during the attempt, and ended once', async () => {
    const { queueOf, row, at, end } = await queuesForTest();
    const seen: unknown[] = [];
    const run = async (lease: Lease) => {
      seen.push(lease, (await row()).nextAttemptAt);
      return end;
    };
    const queues = [queueOf({ run }), queueOf({ run })];
    await Promise.all(queues.map((queue) => queue.drain()));
    await Promise.all(queues.map((queue) => queue.stop()));
    expect(seen).toEqual([expect.objectContaining({ id: 'video', attempts: 1 }), at(LEASE_MS)]);
    expect(await row()).toMatchObject({ attempts: 1, outcome: 'fit', nextAttemptAt: null });
  });

  it('has its lease renewed during a long attempt', async () => {
    const { queueOf, row, at, clock, end } = await queuesForTest();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const run = async () => {
      clock.advance(100 * SECOND_MS);
      vi.advanceTimersByTime(30 * SECOND_MS);
      await waitFor(async () => expect((await row()).nextAttemptAt).toBe(at(100 * SECOND_MS + LEASE_MS)));
      return end;
    };
    const queue = queueOf({ run });
    await queue.drain();
    await queue.stop();
    expect(await row()).toMatchObject({ attempts: 1, outcome: 'fit', nextAttemptAt: null });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is due again after the lease when its outcome cannot be written', async () => {
    const { queueOf, row, at, clock, log } = await queuesForTest();
    const queue = queueOf({ run: async () => fail });
    await queue.drain();
    expect(await row()).toMatchObject({ attempts: 1, outcome: null, nextAttemptAt: at(LEASE_MS) });
    expect(log.filter((line) => line.includes('the queue failed'))).toHaveLength(1);
    await queue.drain();
    expect(await row()).toMatchObject({ attempts: 1 });
    await queue.stop();
    clock.advance(LEASE_MS);
    const next = queueOf({});
    await next.drain();
    await next.stop();
    expect(await row()).toMatchObject({ attempts: 2, outcome: 'fit' });
  });
});

describe('a row that is queued', () => {
  it('while the queue looks when to wake up is attempted at once', async () => {
    const { db, clock, log, queueOf, row, end } = await queuesForTest();
    let queued: Promise<void> | undefined;
    const run = vi.fn(async () => end);
    // The look has read that no row waits, and its result has not arrived.
    if (!(db instanceof Kysely)) throw new Error('The database takes no plugin');
    const polls = new WeakSet<object>();
    const pollingDb = db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        // A claim selects more.
        if (SelectQueryNode.is(node) && node.selections?.length === 1) polls.add(queryId);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (queued !== undefined || !polls.has(queryId)) return result;
        const again = { nextAttemptAt: clock.now().toISOString(), outcome: null };
        await inTransaction(db, (trx) => trx.updateTable('transcodes').set(again).execute());
        queued = queue.drain();
        return result;
      },
    });
    const queue = queueOf({ run }, pollingDb);
    await queue.drain();
    await queued;
    await queue.stop();
    expect(run).toHaveBeenCalledTimes(2);
    expect(await row()).toMatchObject({ attempts: 2, outcome: 'fit', nextAttemptAt: null });
    expect(log.filter((line) => line.includes('the queue failed'))).toEqual([]);
  });
});

describe('an attempt that fails', () => {
  it('is retried after a delay that depends on its number', async () => {
    const { queueOf, row, at, clock } = await queuesForTest();
    const reportFailure = vi.fn();
    const queue = queueOf({ run: fail, reportFailure });
    await queue.drain();
    const first = { attempts: 1, nextAttemptAt: at(1 * SECOND_MS), lastProblem: 'Error: no sp' };
    expect(await row()).toMatchObject(first);
    clock.advance(1 * SECOND_MS);
    await queue.drain();
    await queue.stop();
    expect(await row()).toMatchObject({ attempts: 2, nextAttemptAt: at(3 * SECOND_MS), outcome: null });
    expect(reportFailure.mock.calls.map(([, failure]) => failure)).toEqual([
      { problem: 'Error: no sp', nextAttemptAt: at(1 * SECOND_MS) },
      { problem: 'Error: no sp', nextAttemptAt: at(3 * SECOND_MS) },
    ]);
  });

  it('ends the row after the last allowed attempt', async () => {
    const { queueOf, row, clock } = await queuesForTest();
    const giveUp =
      (_: Lease, lastProblem: string): Ending =>
      async (trx) => {
        await trx.updateTable('transcodes').set({ nextAttemptAt: null, lastProblem }).execute();
      };
    const queue = queueOf({ run: fail, limit: { attemptsMax: 2, giveUp } });
    await queue.drain();
    expect((await row()).nextAttemptAt).not.toBeNull();
    clock.advance(1 * SECOND_MS);
    await queue.drain();
    await queue.stop();
    expect(await row()).toMatchObject({ attempts: 2, nextAttemptAt: null, lastProblem: 'Error: no sp' });
  });
});

describe('a stop', () => {
  const untilAborted = (_: Lease, signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('cut off')));
    });

  it.each([
    { isStopAttempt: true, left: { attempts: 1, lastProblem: 'Error: cut o' }, dueInMs: SECOND_MS },
    { isStopAttempt: false, left: { attempts: 0, lastProblem: null }, dueInMs: 0 },
  ])('aborts the attempt, which counts as one: $isStopAttempt', async ({ isStopAttempt, left, dueInMs }) => {
    const { queueOf, row, at } = await queuesForTest();
    const queue = queueOf({ run: untilAborted, isStopAttempt });
    const drained = queue.drain();
    await waitFor(async () => expect((await row()).attempts).toBe(1));
    await queue.stop();
    await drained;
    expect(await row()).toMatchObject({ ...left, nextAttemptAt: at(dueInMs), outcome: null });
    await queue.drain();
    expect(await row()).toMatchObject(left);
  });

  it('lets a short attempt finish', async () => {
    const { queueOf, row, end } = await queuesForTest();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const queue = queueOf({
      run: async (_, signal) => {
        await finished;
        return signal.aborted ? fail : end;
      },
      stopGraceMs: 60 * SECOND_MS,
    });
    void queue.drain();
    await waitFor(async () => expect((await row()).attempts).toBe(1));
    const stopped = queue.stop();
    finish();
    await stopped;
    expect(await row()).toMatchObject({ outcome: 'fit', nextAttemptAt: null });
  });
});
