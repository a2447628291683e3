import { type Given, given, namesOf } from '#schema/given.ts';

/** New values of some fields, and the values that were seen of them. */
export interface Edit<Fields> {
  readonly base: Fields;
  readonly changes: Fields;
}

/**
 * Two edits of one row as one: the values of the later, compared with what the first one saw. Null when
 * every field is back to what it was.
 */
export function mergeEdits<Fields extends object>(
  first: Edit<Fields>,
  later: Edit<Fields>,
): Edit<Given<Fields>> | null {
  const base: Given<Fields> = { ...given(later.base), ...given(first.base) };
  const changes: Given<Fields> = { ...given(first.changes), ...given(later.changes) };
  return withoutEqual({ base, changes });
}

/** The fields of an edit that are another than they were; null when none is. */
export function withoutEqual<Fields extends object>(edit: Edit<Fields>): Edit<Given<Fields>> | null {
  const base = given(edit.base);
  const changes = given(edit.changes);
  const left: { base: Given<Fields>; changes: Given<Fields> } = { base: {}, changes: {} };
  for (const name of namesOf(changes)) {
    if (name in base && base[name] === changes[name]) continue;
    left.changes[name] = changes[name];
    if (name in base) left.base[name] = base[name];
  }
  return namesOf(left.changes).length === 0 ? null : left;
}

/** The fields of an edit as the server has them now: the base of an edit that was made in sight of that. */
export function baseFrom<Fields extends object>(changes: Fields, current: Fields): Given<Fields> {
  const base: Given<Fields> = {};
  const seen = given(current);
  for (const name of namesOf(given(changes))) if (name in seen) base[name] = seen[name];
  return base;
}
