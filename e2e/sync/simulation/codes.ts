import { expect } from 'vitest';
import { getEpoch } from '#sync-server/epoch/epoch-queries.ts';
import type { SimulationRun } from './run/simulation-run.ts';

/**
 * A code unlocks a course for one user. After a restore a proof unlocks what its user had once more (decision
 * 213), also if another user has used the code since or the code is lost; an unused code is used up by it.
 */
export async function expectCodesUsedOnce(run: SimulationRun): Promise<void> {
  const { server } = run;
  const activations = await server.db.selectFrom('activations').selectAll().execute();
  const codes = await server.db
    .selectFrom('activationCodes')
    .leftJoin('redemptions', 'redemptions.codeId', 'activationCodes.id')
    .select(['activationCodes.courseId', 'code', 'isUsedUp', 'userId'])
    .execute();
  const owners = codes
    .filter((row) => Number(row.isUsedUp) === 1)
    .map((row) => `${row.courseId} ${row.userId}`);
  const unused = new Set(codes.filter((row) => Number(row.isUsedUp) === 0).map(({ code }) => code));
  const unlocked = activations.map(({ courseId, userId }) => `${courseId} ${userId}`);
  const byProof = await listUnlockedByProof(run, unused);
  const owed = unlocked.filter((one) => owners.includes(one) || !byProof.has(one));
  expect(owed.sort(), 'unlocked').toEqual(owners.sort());
}

/** The courses that users could unlock by the proofs that they have shown, for no code of the database. */
async function listUnlockedByProof(run: SimulationRun, unused: ReadonlySet<string>): Promise<Set<string>> {
  const { server, arrivals, hasBeenRestored } = run;
  if (!hasBeenRestored) return new Set();
  const epoch = await getEpoch(server.db);
  const shown = arrivals.flatMap(({ userId, proofs }) =>
    proofs.flatMap((proof) => {
      const claims = userId === null ? null : server.readProof(userId, proof);
      return claims === null || claims.epoch === epoch ? [] : [{ ...claims, userId }];
    }),
  );
  return new Set(
    shown.filter(({ code }) => !unused.has(code)).map(({ courseId, userId }) => `${courseId} ${userId}`),
  );
}

/** Codes cannot be resent after a restore, because devices do not store them. */
export async function expectCodesThere({
  server,
  acknowledged,
  hasBeenRestored,
}: SimulationRun): Promise<void> {
  if (hasBeenRestored) return;
  const courses = new Set((await server.db.selectFrom('courses').select('id').execute()).map(({ id }) => id));
  const rows = await server.db.selectFrom('activationCodes').select(['courseId', 'code']).execute();
  const there = rows.map(({ courseId, code }) => `${courseId} ${code}`);
  expect(there.length, 'a code twice').toBe(new Set(there).size);
  const sent = [...acknowledged.values()].flatMap(({ kind, args }) =>
    kind === 'codes.upload' && courses.has(args.courseId)
      ? args.codes.map((code) => `${args.courseId} ${code}`)
      : [],
  );
  expect(
    sent.filter((code) => !there.includes(code)),
    'codes acknowledged but not on the server',
  ).toEqual([]);
}
