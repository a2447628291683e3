import { expect } from 'vitest';
import { listBatches, listCodes, registered } from '../codes/codes-for-test.ts';
import { inTransaction } from '../db/transaction.ts';
import { insertUser } from '../sessions/user-queries.ts';
import { requestFrom, trustedProxyConfig } from '../testing/from-address.ts';
import type { Person } from '../testing/people.ts';
import { serverForTest } from '../testing/server-for-test.ts';
import type { TestServer } from '../testing/test-server.ts';
import { issueTestToken } from '../testing/test-session.ts';

interface Race {
  readonly code: string;
  readonly uses: number;
  readonly learners: number;
}

async function insertRacers(server: TestServer, count: number): Promise<Person[]> {
  const { deps, people } = server;
  const ids = Array.from({ length: count }, (_, i) => `racer-${i}`);
  await inTransaction(deps.db, async (trx) => {
    for (const id of ids) {
      const fields = { id, name: id, email: `${id}@example.org`, createdAt: '2026-11-21T08:00:00.000Z' };
      await insertUser(trx, { ...fields, passwordHash: 'none', role: 'user' });
    }
  });
  const tokens = await Promise.all(ids.map((id) => issueTestToken(deps, { id, tokenVersion: 1 })));
  return ids.map((id, i) => ({ ...people.alice, id, token: tokens[i] ?? '' }));
}

/** All learners send the code at once: it unlocks for as many as it has uses, and the others are told that it was used. */
export async function race({ code, uses, learners }: Race): Promise<void> {
  const server = await serverForTest({ config: trustedProxyConfig });
  const { batch } = await registered(server, { maxUses: uses });
  const racers = await insertRacers(server, learners);
  const replies = await Promise.all(
    racers.map((as, i) =>
      requestFrom(server, `10.1.${Math.floor(i / 250)}.${i % 250}`, '/api/courses/tides/activate', {
        ...{ as, body: { activationCode: code } },
      }),
    ),
  );
  const outcomes = replies.map((reply) => (reply.status === 200 ? 'unlocked' : reply.refusal.code));
  expect(outcomes.filter((outcome) => outcome === 'unlocked')).toHaveLength(uses);
  expect(outcomes.filter((outcome) => outcome === 'code_used')).toHaveLength(learners - uses);
  expect((await listCodes(server, batch.id))[0]).toMatchObject({ uses: uses });
  expect((await listBatches(server)).find(({ id }) => id === batch.id)?.uses).toBe(uses);
  const rows = await server.deps.db.selectFrom('activations').select('codeId').execute();
  expect(rows).toHaveLength(uses);
}
