import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { Passwords } from '../passwords/passwords.ts';
import { findCallerRow, insertUser } from '../sessions/user-queries.ts';
import { issueTestToken } from './test-session.ts';

/** The password of every test user. */
export const PASSWORD = 'a lamp on every desk';

const names = ['alice', 'bob', 'carol', 'admin'] as const;
type Name = (typeof names)[number];

export interface Person {
  /** Also the id. */
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}
export type People = Readonly<Record<Name, Person>>;

let passwordHash: Promise<string> | undefined;

/** Three learners and an admin, signed in. The hash is computed once per test process. */
export async function insertPeople(deps: Deps): Promise<People> {
  passwordHash ??= new Passwords().hash(PASSWORD);
  const hash = await passwordHash;
  const createdAt = deps.clock.now().toISOString();
  await inTransaction(deps.db, async (trx) => {
    for (const name of names) {
      const role = name === 'admin' ? 'admin' : 'user';
      const fields = { id: name, name: `${name} Ashdown`, email: emailOf(name) };
      await insertUser(trx, { ...fields, passwordHash: hash, role, createdAt });
    }
  });
  const person = async (name: Name): Promise<Person> => {
    const row = await findCallerRow(deps.db, name);
    if (row === undefined) throw new Error(`${name} was not inserted`);
    const token = await issueTestToken(deps, row);
    return { id: name, email: emailOf(name), password: PASSWORD, token };
  };
  return {
    alice: await person('alice'),
    bob: await person('bob'),
    carol: await person('carol'),
    admin: await person('admin'),
  };
}

const emailOf = (name: Name): string => `${name}@example.org`;
