import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { byPosition, type Placed } from '#schema/courses/position.ts';
import { type PartKind, parentColumn, plainKindNames, plainKinds } from '#schema/sync/row-kinds.ts';
import type { Db } from '../open.ts';
import type { Trx } from '../transaction.ts';
import { idsInside, type Part } from './part-queries.ts';
import { plainParts } from './plain-parts.ts';

/** Rows without their ids by their tables, each with those inside it: quizzes with their questions. */
type Copies = Record<string, object[]>;
const Inside = v.array(v.looseObject({}));

/** A part of a lesson, of any kind. */
export type PlainRow = Placed &
  Readonly<Record<string, unknown>> & { readonly courseId: string; readonly version: number };

const kindsIn = (kind: PartKind) => plainKindNames.filter((name) => plainKinds[name].parent === kind);

/** What is in these rows, in its order, as a copy of a lesson and its restoration insert it; by the ids of the rows. */
export async function listPartCopies(
  db: Db,
  ids: readonly string[],
  kind: PartKind = 'lesson',
): Promise<ReadonlyMap<string, Copies>> {
  const copies = new Map(ids.map((id) => [id, noneOf(kind)]));
  if (ids.length === 0) return copies;
  for (const inner of kindsIn(kind)) {
    const rows: PlainRow[] = await plainParts[inner].read(db, idsInside(db, inner, { kind, ids }), true);
    rows.sort(byPosition);
    const innerIds = rows.map(({ id }) => id);
    const inside = await listPartCopies(db, innerIds, inner);
    for (const { id, courseId: _, version: __, [parentColumn(inner)]: parentId, ...fields } of rows)
      copies.get(String(parentId))?.[plainKinds[inner].table]?.push({ ...fields, ...inside.get(id) });
  }
  return copies;
}

const noneOf = (kind: PartKind): Copies =>
  Object.fromEntries(kindsIn(kind).map((inner) => [plainKinds[inner].table, []]));

interface Around {
  readonly kind: PartKind;
  readonly id: string;
  readonly courseId: string;
}

/**
 * Inserts copies into a new row and returns the new rows, which are in their first version.
 *
 * @param copies by their tables; those of another shape are left out
 */
export async function insertPartCopies(
  trx: Trx,
  { kind, id: parentId, courseId }: Around,
  copies: Readonly<Record<string, unknown>>,
): Promise<Part[]> {
  const added: Part[] = [];
  for (const inner of kindsIn(kind)) {
    const inside = v.safeParse(Inside, copies[plainKinds[inner].table]);
    for (const copy of inside.success ? inside.output : []) {
      const id = uuidv7();
      const row = { ...copy, id, courseId, version: 1, [parentColumn(inner)]: parentId };
      if (!v.is(plainKinds[inner].row, row)) continue;
      await plainParts[inner].insert(trx, [row]);
      added.push({ kind: inner, id }, ...(await insertPartCopies(trx, { kind: inner, id, courseId }, copy)));
    }
  }
  return added;
}
