/**
 * The rows that a writing transaction reads and changes: all rows, or only those of some users. Rows of courses may be
 * read in both cases. PostgreSQL runs transactions of different users at the same time, and none beside one of the
 * whole; SQLite runs one at a time. A transaction has the whole unless it is proved to need less (races.postgres.test.ts).
 */
export type Scope = 'whole' | ScopeOfPersons;

interface ScopeOfPersons {
  readonly persons: readonly string[];
}

/** The scope of what belongs to these users, each once and in the order in which all transactions take their locks. */
export const scopeOfPersons = (ids: readonly string[]): ScopeOfPersons => ({
  persons: [...new Set(ids)].sort(),
});

/** The scope of a transaction that does the work of all of them. */
export function unionOf(scopes: readonly Scope[]): Scope {
  const persons: string[] = [];
  for (const scope of scopes) {
    if (scope === 'whole') return 'whole';
    persons.push(...scope.persons);
  }
  return persons.length === 0 ? 'whole' : scopeOfPersons(persons);
}
