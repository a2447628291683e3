import { type Given, given, namesOf } from '#schema/editor/given.ts';

/** New values of some fields, and their values before the edit. */
export interface Edit<Fields> {
  readonly base: Fields;
  readonly changes: Fields;
}

/**
 * Merges two edits of one row: the values of the later, based on what the first one saw. Null if every field
 * is back to its old value.
 *
 * @param together fields that stay with each other, if one of them changed (schema/entities/entity.ts)
 */
export function mergeEdits<Fields extends object>(
  first: Edit<Fields>,
  later: Edit<Fields>,
  together: readonly string[] = [],
): Edit<Given<Fields>> | null {
  const base: Given<Fields> = { ...given(later.base), ...given(first.base) };
  const changes: Given<Fields> = { ...given(first.changes), ...given(later.changes) };
  const edit = withoutEqual({ base, changes });
  if (edit === null || !namesOf(edit.changes).some((name) => together.includes(String(name)))) return edit;
  for (const name of namesOf(changes)) {
    if (!together.includes(String(name))) continue;
    Object.assign(edit.changes, { [name]: changes[name] });
    Object.assign(edit.base, { [name]: base[name] });
  }
  return edit;
}

/** Returns the fields of an edit that changed; null if none did. */
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

/**
 * Returns the edit's fields with the server's current values: the base of an edit that was made on top of
 * them.
 */
export function baseFrom<Fields extends object>(changes: Fields, current: Fields): Given<Fields> {
  const base: Given<Fields> = {};
  const seen = given(current);
  for (const name of namesOf(given(changes))) if (name in seen) base[name] = seen[name];
  return base;
}
