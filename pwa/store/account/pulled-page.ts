import { byName } from '#schema/entities/by-name.ts';
import type { Change } from '#schema/sync/pull.ts';
import { type RowKind, type RowOf, rowKindNames, studyKindNames } from '#schema/sync/row-kinds.ts';

type Rows = { readonly [K in RowKind]: RowOf<K>[] };

/** The changes of one page by kind: current rows, and the ids of deleted ones. */
export interface PulledPage {
  readonly rows: { readonly [K in RowKind]: readonly RowOf<K>[] };
  readonly gone: Readonly<Record<RowKind, readonly string[]>>;
}

/** Groups the changes of a page, which contains each row once. */
export function sortChanges(changes: readonly Change[]): PulledPage {
  const rows = byName<Rows>(rowKindNames, () => []);
  const gone = byName<Record<RowKind, string[]>>(rowKindNames, () => []);
  const add = <K extends RowKind>(kind: K, row: RowOf<K>) => rows[kind].push(row);
  for (const change of changes) {
    if (change.deleted === true) gone[change.kind].push(change.id);
    else add(change.kind, change.data);
  }
  return { rows, gone };
}

export const emptyPage = sortChanges([]);

/** The kinds of rows that a full pull from the start may find deleted. */
export type SweptKind = Exclude<RowKind, 'user' | 'activation' | 'progress'>;
const isSwept = <K extends RowKind>(kind: K): kind is K & SweptKind =>
  !['user', 'activation', 'progress'].includes(kind);
const sweptKinds = rowKindNames.filter(isSwept);
/** Those of them that are the user's own. */
export const sweptStudyKinds = studyKindNames.filter(isSwept);

/** Returns a unique name for every such row of a page. */
export function namesOf({ rows }: PulledPage): string[] {
  return sweptKinds.flatMap((kind) => rows[kind].map(({ id }) => rowName(kind, id)));
}

export function rowName(kind: SweptKind, id: string): string {
  return `${kind}/${id}`;
}
