import { findCallerRow, insertUser } from '../../sync-server/auth/user-queries.ts';
import { inTransaction } from '../../sync-server/db/transaction.ts';
import { insertCourse } from '../../sync-server/seed/insert-course.ts';
import { fixtureCourse } from '../../sync-server/testing/fixture-courses.ts';
import type { Person } from '../../sync-server/testing/people.ts';
import type { TestServer } from '../../sync-server/testing/test-server.ts';

/** One learner more, signed in; nobody knows their password. */
export async function insertLearner({ deps }: TestServer, id: string): Promise<Person> {
  const createdAt = deps.clock.now().toISOString();
  const email = `${id}@example.org`;
  await inTransaction(deps.db, (trx) =>
    insertUser(trx, { id, name: id, email, passwordHash: 'none', role: 'user', createdAt }),
  );
  const row = await findCallerRow(deps.db, id);
  if (row === undefined) throw new Error(`${id} was not inserted`);
  return { id, email, password: '', token: await deps.sessions.issue(row, deps.clock.now()) };
}

/** Two courses of four lessons; the codes are `<course>-CODE-1` and `-2`. Answers their ids. */
export async function insertTwoCourses({ deps }: TestServer, seed: number): Promise<string[]> {
  const ids = [`s${seed}-tides`, `s${seed}-stars`];
  const createdAt = deps.clock.now().toISOString();
  await inTransaction(deps.db, async (trx) => {
    for (const id of ids) {
      const codes = [`${id}-CODE-1`, `${id}-CODE-2`];
      await insertCourse(trx, fixtureCourse({ id, codes }), { position: `a${id}`, createdAt });
    }
  });
  return ids;
}
