import * as v from 'valibot';
import { byPosition } from '#schema/courses/position.ts';
import { type DeletedResource, RevisionFields } from '#schema/editor/history.ts';
import {
  kindsInside,
  type PartKind,
  type PlainKind,
  parentColumn,
  plainKindNames,
  plainKinds,
} from '#schema/sync/row-kinds.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import {
  columnsOf,
  courseColumns,
  lessonColumns,
  moduleColumns,
  resourceColumns,
} from '../db/entity-columns.ts';
import { liveCourses, liveLessons, liveModules } from '../db/live-rows.ts';
import type { Db } from '../db/open.ts';
import { listPartCopies, type PlainRow } from '../db/parts/part-copies.ts';
import { type Ids, idsInside } from '../db/parts/part-queries.ts';
import { plainParts } from '../db/parts/plain-parts.ts';
import { lessonFieldsOf } from '../db/row-fields.ts';
import type { Trx } from '../db/transaction.ts';

/** A row as shown in the history. */
export interface Snapshot {
  readonly entity: PartKind;
  readonly id: string;
  readonly courseId: string;
  readonly title: string;
  readonly version: number;
  readonly fields: RevisionFields;
}

/** Returns the row in its current state within this transaction; undefined when there is none. */
export async function findSnapshot(trx: Trx, entity: PartKind, id: string): Promise<Snapshot | undefined> {
  switch (entity) {
    case 'course':
      return findCourse(trx, id);
    case 'module':
      return findModule(trx, id);
    case 'lesson':
      return findLesson(trx, id);
    case 'resource':
      return findResource(trx, id);
  }
  return (await listPlain(trx, entity, [id]))[0];
}

/** Returns the whole lessons of a course or module, or what is in a part of a lesson, which are deleted with it. */
export async function listSnapshotsInside(trx: Trx, entity: PartKind, id: string): Promise<Snapshot[]> {
  if (entity === 'lesson') return [];
  if (entity === 'course' || entity === 'module') {
    const column = entity === 'course' ? 'modules.courseId' : 'modules.id';
    const rows = await selectLessons(trx).where(column, '=', id).execute();
    return rows.map(lessonSnapshot);
  }
  const inside: Snapshot[] = [];
  for (const kind of plainKindNames.filter((name) => kindsInside(entity).includes(name)))
    inside.push(...(await listPlain(trx, kind, idsInside(trx, kind, { kind: entity, ids: [id] }))));
  return inside;
}

/** Adds their resources and quizzes to the snapshots of lessons that are deleted, as the restoration of a lesson reads them. */
export async function withParts(trx: Trx, snapshots: readonly Snapshot[]): Promise<Snapshot[]> {
  const lessons = snapshots.filter(({ entity }) => entity === 'lesson');
  if (lessons.length === 0) return [...snapshots];
  const rows = await trx
    .selectFrom('resources')
    .select(['id', 'lessonId', 'title', 'type', 'url', 'fileId', 'position'])
    .where(
      'lessonId',
      'in',
      lessons.map(({ id }) => id),
    )
    .execute();
  const copies = await listPartCopies(
    trx,
    lessons.map(({ id }) => id),
  );
  return snapshots.map((snapshot) => {
    const own = rows.filter(({ lessonId }) => lessonId === snapshot.id).sort(byPosition);
    if (snapshot.entity !== 'lesson') return snapshot;
    const resources = own.map(({ id: _, lessonId: __, ...resource }): DeletedResource => resource);
    const parts = Object.entries({ resources, ...copies.get(snapshot.id) })
      .filter(([, rows]) => rows.length > 0)
      .map(([table, rows]) => [table, JSON.stringify(rows)]);
    return { ...snapshot, fields: { ...snapshot.fields, ...Object.fromEntries(parts) } };
  });
}

async function findLesson(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const [row] = await lessonOf(trx, { id });
  return row && lessonSnapshot(row);
}

async function findCourse(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const row = await trx
    .selectFrom(liveCourses)
    .select([...courseColumns, 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { version, ...fields } = row;
  return { entity: 'course', id, courseId: id, title: row.title, version, fields };
}

async function findModule(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const row = await trx
    .selectFrom(liveModules)
    .select([...moduleColumns, 'version', 'courseId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { version, courseId, ...fields } = row;
  return { entity: 'module', id, courseId, title: row.title, version, fields };
}

const selectLessons = (db: Db) =>
  db
    .selectFrom(liveLessons)
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .leftJoin('lessonContents', 'lessonContents.lessonId', 'lessons.id')
    .select(columnsOf('lessons', lessonColumns))
    .select(['lessons.id', 'lessons.videoFileId', 'lessons.version'])
    .select(['modules.courseId', 'lessonContents.content']);

const lessonOf = compiledOnce((db, value: ValueOf<{ id: string }>) =>
  selectLessons(db).where('lessons.id', '=', value('id')),
);

type LessonRow = Awaited<ReturnType<ReturnType<typeof selectLessons>['executeTakeFirstOrThrow']>>;

/** An own file is stored by its unsigned address, which does not change over time. */
const unsigned = (fileId: string): string => `/media/${fileId}`;

export function lessonSnapshot(row: LessonRow): Snapshot {
  const { id, version, courseId, title } = row;
  const fields = lessonFieldsOf(row, unsigned);
  return { entity: 'lesson', id, courseId, title, version, fields };
}

async function findResource(trx: Trx, id: string): Promise<Snapshot | undefined> {
  const row = await trx
    .selectFrom('resources')
    .innerJoin(liveLessons, 'lessons.id', 'resources.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(columnsOf('resources', resourceColumns))
    .select(['resources.lessonId', 'resources.fileId', 'resources.version', 'modules.courseId'])
    .where('resources.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { version, courseId, lessonId, fileId, ...fields } = row;
  const url = fileId === null ? row.url : unsigned(fileId);
  return {
    entity: 'resource',
    id,
    courseId,
    title: row.title,
    version,
    fields: { ...fields, lessonId, url },
  };
}

/** Parts of lessons. One without a title, such as a question, has that of the row it is in. */
async function listPlain(trx: Trx, entity: PlainKind, ids: Ids): Promise<Snapshot[]> {
  const { parent } = plainKinds[entity];
  const column = parentColumn(entity);
  const rows: PlainRow[] = await plainParts[entity].read(trx, ids, true);
  const titles = new Map<unknown, string>();
  for (const { title, [column]: parentId } of rows) {
    if (title !== undefined || titles.has(parentId)) continue;
    titles.set(parentId, (await findSnapshot(trx, parent, String(parentId)))?.title ?? '');
  }
  return rows.map(({ id, version, courseId, [column]: parentId, ...values }) => {
    const fields = v.parse(RevisionFields, { ...values, [column]: parentId });
    const title = String(fields.title ?? titles.get(parentId));
    return { entity, id, courseId, title, version, fields };
  });
}
