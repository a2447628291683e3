import type { OperandExpression } from 'kysely';
import { kindsInside, type PartKind, partKinds } from '#schema/sync/row-kinds.ts';
import type { Db } from '../open.ts';

/** Ids, or a subquery for them. */
export type Ids = readonly string[] | OperandExpression<string>;

/** Rows of one kind in a course. */
interface Around {
  readonly kind: PartKind;
  readonly ids: readonly string[];
}

/** A row of a course. */
export interface Part {
  readonly kind: PartKind;
  readonly id: string;
}

/** A subquery for the ids of the rows of a kind inside others, such as the questions of a course; also of a deleted one. */
export function idsInside(db: Db, kind: PartKind, around: Around): OperandExpression<string> {
  return selectInside(db, kind, around);
}

function selectInside(db: Db, kind: PartKind, around: Around) {
  const { table, parent } = partKinds[kind];
  if (parent === null) throw new Error(`A ${kind} is inside no ${around.kind}`);
  const parents: Ids = parent === around.kind ? around.ids : idsInside(db, parent, around);
  return db.selectFrom(table).select('id').where(`${parent}Id`, 'in', parents);
}

/** All rows inside others, parents first; also in deleted courses. */
export async function listInside(db: Db, around: Around): Promise<Part[]> {
  if (around.ids.length === 0) return [];
  const parts: Part[] = [];
  for (const kind of kindsInside(around.kind)) {
    const rows = await selectInside(db, kind, around).execute();
    parts.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return parts;
}
