import type { Table } from 'dexie';
import { byName } from '#schema/entities/by-name.ts';
import { FORMAT_VERSION } from '#schema/protocol.ts';
import {
  type InnerKind,
  innerKindNames,
  type PartKind,
  parentColumn,
  partKindNames,
  partKinds,
  type RowOf,
} from '#schema/sync/row-kinds.ts';
import { rowName } from '../account/pulled-page.ts';
import type { Tables, Tx } from '../database/private-store.ts';
import { readTogether } from '../database/read-together.ts';
import { isSameRow } from '../database/same-row.ts';

/*
 * The rows in courses. Learners and admins have them in the same tables: a learner those of downloaded courses, an admin
 * all of them, with the keys of questions. For use inside a transaction over these tables.
 */

/** The rows of a page, or of a course, by their kinds. */
export type PartRows = { readonly [K in InnerKind]: readonly RowOf<K>[] };

/** Returns only the rows for which `isWanted` returns true. */
export function filterParts(
  rows: PartRows,
  isWanted: (row: { readonly courseId: string }) => boolean,
): PartRows {
  const found = byName<{ readonly [K in InnerKind]: RowOf<K>[] }>(innerKindNames, () => []);
  const add = <K extends InnerKind>(kind: K) => found[kind].push(...rows[kind].filter(isWanted));
  for (const kind of innerKindNames) add(kind);
  return found;
}

/** The fields that every stored row has. */
interface PartRow {
  readonly id: string;
  readonly courseId: string;
  readonly version: number;
  /** Of a row in a lesson. */
  readonly lessonId?: string;
}

export const partTables = (tables: Tables) => [
  ...innerKindNames.map((kind) => tables[partKinds[kind].table]),
  tables.lessonContents,
];

const tableOf = (tx: Tx, kind: InnerKind) => tx.table<PartRow, string>(partKinds[kind].table);

/** Writes rows that are not older than the stored ones; in a sweep, older ones too. Rows that are the same are not written. */
export async function putParts(
  tx: Tx,
  rows: PartRows,
  { isSweep }: { readonly isSweep: boolean },
): Promise<void> {
  const stored = { ...rows, lesson: rows.lesson.map(({ content: _, ...lesson }) => lesson) };
  for (const kind of innerKindNames) {
    const current = await putCurrent(tableOf(tx, kind), stored[kind], isSweep);
    const isCurrent = ({ id }: { readonly id: string }) => current.has(id);
    if (kind === 'lesson') await putContents(tx, rows.lesson.filter(isCurrent));
  }
}

/** Returns the ids of the rows that are not outdated, whether or not they had to be written. */
async function putCurrent(
  table: Table<PartRow, string>,
  rows: readonly PartRow[],
  isSweep: boolean,
): Promise<Set<string>> {
  const stored = await readTogether(table, idsOf(rows));
  const old = new Map(stored.map((row) => [row.id, row]));
  const current = rows.filter((row) => isSweep || (old.get(row.id)?.version ?? 0) <= row.version);
  const versioned = current.map((row) => ({ ...row, v: FORMAT_VERSION }));
  await table.bulkPut(versioned.filter((row) => !isSameRow(old.get(row.id), row)));
  return new Set(idsOf(current));
}

async function putContents(tx: Tx, lessons: readonly RowOf<'lesson'>[]): Promise<void> {
  const stored = await readTogether(tx.lessonContents, idsOf(lessons));
  const old = new Map(stored.map((row) => [row.lessonId, row]));
  const rows = lessons.map(({ id: lessonId, courseId, content }) => {
    return { lessonId, courseId, content, v: FORMAT_VERSION };
  });
  await tx.lessonContents.bulkPut(rows.filter((row) => !isSameRow(old.get(row.lessonId), row)));
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Ids of deleted rows. */
export type GoneIds = Readonly<Record<PartKind, readonly string[]>>;
export type GoneRows = Readonly<Record<InnerKind, readonly PartRow[]>>;

/** Returns the stored rows that are deleted with these: a tombstone stands for everything in its row. */
export async function findGone(tx: Tx, gone: GoneIds): Promise<GoneRows> {
  const found = byName<Record<InnerKind, PartRow[]>>(innerKindNames, () => []);
  if (partKindNames.every((kind) => gone[kind].length === 0)) return found;
  for (const kind of innerKindNames) {
    const table = tableOf(tx, kind);
    const { parent } = partKinds[kind];
    const parents = [...gone[parent], ...(parent === 'course' ? [] : idsOf(found[parent]))];
    const rows = [
      ...(await table.where('id').anyOf(gone[kind]).toArray()),
      ...(await table.where(parentColumn(kind)).anyOf(parents).toArray()),
      // A row may be here without its parent.
      ...(await table.where('courseId').anyOf(gone.course).toArray()),
    ];
    found[kind] = [...new Map(rows.map((row) => [row.id, row])).values()];
  }
  return found;
}

export async function removeParts(tx: Tx, gone: GoneRows): Promise<void> {
  for (const kind of innerKindNames) await tableOf(tx, kind).bulkDelete(idsOf(gone[kind]));
  await tx.lessonContents.bulkDelete(idsOf(gone.lesson));
}

/** Returns the stored rows of these courses whose names (`rowName`) are not among those of the received ones. */
export async function listUnseen(
  tx: Tx,
  courseIds: readonly string[],
  seen: ReadonlySet<string>,
): Promise<Record<InnerKind, string[]>> {
  const unseen = byName<Record<InnerKind, string[]>>(innerKindNames, () => []);
  for (const kind of innerKindNames) {
    const table = tableOf(tx, kind);
    const ids = await Promise.all(courseIds.map((courseId) => table.where({ courseId }).primaryKeys()));
    unseen[kind] = ids.flat().filter((id) => !seen.has(rowName(kind, id)));
  }
  return unseen;
}
