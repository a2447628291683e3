/**
 * The rows that a writing transaction reads and changes: any, or only those of one user; it may read rows of courses
 * besides. PostgreSQL runs transactions of different users at the same time, and none beside one of the whole; SQLite
 * runs one at a time. A transaction has the whole unless it is proved to need less (races.postgres.test.ts).
 */
export type Scope = 'whole' | { readonly person: string };

/** The scope of a transaction that does the work of all of them. */
export function unionOf(scopes: readonly Scope[]): Scope {
  const [first] = scopes;
  if (first === undefined || first === 'whole') return 'whole';
  return scopes.every((scope) => scope !== 'whole' && scope.person === first.person) ? first : 'whole';
}
