import { inTransaction } from '#sync-server/db/transaction.ts';
import type { Person } from '../people.ts';
import type { TestServer } from '../test-server.ts';
import { issueTestToken } from '../test-session.ts';

/** One more learner beside the people of every test, with a session and without a course. */
export async function addLearner({ deps }: TestServer, id: string): Promise<Person> {
  const at = deps.clock.now().toISOString();
  const [alice] = await deps.db.selectFrom('users').selectAll().where('id', '=', 'alice').execute();
  if (alice === undefined) throw new Error('Alice is missing');
  const row = { ...alice, id, email: `${id}@example.org`, createdAt: at, updatedAt: at };
  await inTransaction(deps.db, (trx) => trx.insertInto('users').values(row).execute());
  const token = await issueTestToken(deps, { id, tokenVersion: 1 });
  return { id, email: row.email, password: '', token };
}
