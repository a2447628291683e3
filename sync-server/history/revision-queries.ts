import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { type Revision, RevisionFields, type RevisionKind } from '#schema/editor/history.ts';
import { isKnownId } from '../db/changes-queries.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import type { Db } from '../db/open.ts';
import type { RevisionRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import type { Snapshot } from './snapshot-queries.ts';

/** Who did it, when by the device's clock and by the server's (ISO times), and on which version. */
export interface AuditStamp {
  /** Null: the operator, by a command on the server. */
  readonly userId: string | null;
  readonly madeAt: string;
  readonly receivedAt: string;
  readonly baseVersion: number | null;
}

/** Marks a revision that a command of the operator recorded, among its new values. */
export const BY_OPERATOR = { by: 'operator' } as const;

interface Step {
  readonly before: Snapshot | undefined;
  readonly after: Snapshot | undefined;
}

/**
 * Records the effect of a command on a row; must run in the transaction of the command. A command that
 * changed nothing leaves no revision.
 */
export async function recordRevision(
  trx: Trx,
  auditStamp: AuditStamp,
  { before, after }: Step,
): Promise<void> {
  const row = after ?? before;
  if (row === undefined) return;
  const changed = changedNames(before?.fields, after?.fields);
  if (changed.length === 0) return;
  await insertRevision(trx, auditStamp, {
    kind: kindOf(before, after),
    entity: row.entity,
    entityId: row.id,
    courseId: row.courseId,
    title: row.title,
    version: after?.version ?? null,
    before: pick(before?.fields, changed),
    after: pick(after?.fields, changed),
  });
}

type RevisionData = Pick<
  Revision,
  'kind' | 'entity' | 'entityId' | 'courseId' | 'title' | 'version' | 'before' | 'after'
>;

/**
 * As {@link recordRevision}, for objects that are not rows of a course: roles, lists of codes, rejected
 * texts.
 */
export async function insertRevision(
  trx: Trx,
  auditStamp: AuditStamp,
  revision: RevisionData,
): Promise<void> {
  // A device clock that runs ahead is limited to the time of arrival.
  const isFuture = auditStamp.madeAt > auditStamp.receivedAt;
  const madeAt = isFuture ? auditStamp.receivedAt : auditStamp.madeAt;
  await insert(trx, {
    ...{ id: uuidv7(), ...auditStamp, madeAt, ...revision },
    before: JSON.stringify(revision.before),
    after: JSON.stringify(revision.after),
  });
}

const insert = compiledOnce((trx: Trx, value: ValueOf<RevisionRow>) =>
  trx.insertInto('revisions').values({
    id: value('id'),
    kind: value('kind'),
    entity: value('entity'),
    entityId: value('entityId'),
    courseId: value('courseId'),
    title: value('title'),
    userId: value('userId'),
    madeAt: value('madeAt'),
    receivedAt: value('receivedAt'),
    baseVersion: value('baseVersion'),
    version: value('version'),
    before: value('before'),
    after: value('after'),
  }),
);

/** The most text in a page of a lesson's history, which is sent as one reply. */
const HISTORY_MAX_CHARACTERS = 4 * 1024 * 1024;

interface Page {
  /** The id to continue after; null: from the newest. */
  readonly before: string | null;
  readonly limit: number;
}

/** Whether a lesson with this id exists or ever existed. */
export function isKnownLesson(trx: Trx, id: string): Promise<boolean> {
  return isKnownId(trx, 'lesson', id);
}

/** Newest first; `more`: there are older ones than the last. */
export interface RevisionPage {
  readonly revisions: readonly Revision[];
  readonly more: boolean;
}

/** The edits of a lesson. The page ends early above `HISTORY_MAX_CHARACTERS`, but has at least one revision. */
export async function listLessonRevisions(db: Db, lessonId: string, page: Page): Promise<RevisionPage> {
  const heads = await selectHeads(db, page)
    .where('revisions.entity', '=', 'lesson')
    .where('revisions.entityId', '=', lessonId)
    .execute();
  const revisions: Revision[] = [];
  let characters = 0;
  for (const head of heads.slice(0, page.limit)) {
    const revision = await getTexts(db, head.id);
    characters += revision.before.length + revision.after.length;
    if (revisions.length > 0 && characters > HISTORY_MAX_CHARACTERS) break;
    revisions.push(assemble(head, revision));
  }
  return { revisions, more: heads.length > revisions.length };
}

interface AuditPage extends Page {
  readonly courseId: string | null;
  readonly userId: string | null;
}

/** All edits, or those of one course or one user, without the HTML of lessons. */
export async function listRevisions(db: Db, page: AuditPage): Promise<RevisionPage> {
  const { courseId, userId, limit } = page;
  const all = selectHeads(db, page);
  const ofCourse = courseId === null ? all : all.where('revisions.courseId', '=', courseId);
  const filtered = userId === null ? ofCourse : ofCourse.where('revisions.userId', '=', userId);
  const heads = await filtered.execute();
  const revisions: Revision[] = [];
  for (const head of heads.slice(0, limit)) {
    const { before, after, ...rest } = assemble(head, await getTexts(db, head.id));
    revisions.push({ ...rest, before: withoutHtml(before), after: withoutHtml(after) });
  }
  return { revisions, more: heads.length > limit };
}

/**
 * The columns except the texts, which may have two megabytes each and are read row by row. Selects one row more than
 * `limit`, to know whether there are more.
 */
const selectHeads = (db: Db, { before, limit }: Page) => {
  const newest = db
    .selectFrom('revisions')
    .leftJoin('users', 'users.id', 'revisions.userId')
    .select([
      'revisions.id',
      'revisions.kind',
      'revisions.entity',
      'revisions.entityId',
      'revisions.courseId',
    ])
    .select(['revisions.title', 'revisions.userId', 'revisions.madeAt', 'revisions.receivedAt'])
    .select(['revisions.baseVersion', 'revisions.version', 'users.name as userName'])
    .orderBy('revisions.id', 'desc')
    .limit(limit + 1);
  return before === null ? newest : newest.where('revisions.id', '<', before);
};

type RevisionTexts = Pick<RevisionRow, 'before' | 'after'>;
type Head = Omit<RevisionRow, keyof RevisionTexts> & { readonly userName: string | null };

const textsOf = compiledOnce((db, value: ValueOf<Pick<RevisionRow, 'id'>>) =>
  db.selectFrom('revisions').select(['before', 'after']).where('id', '=', value('id')),
);

async function getTexts(db: Db, id: string): Promise<RevisionTexts> {
  const [revision] = await textsOf(db, { id });
  if (revision === undefined) throw new Error(`Revision ${id} was deleted while it was read`);
  return revision;
}

function assemble(head: Head, texts: RevisionTexts): Revision {
  const parse = (text: string) => v.parse(RevisionFields, JSON.parse(text));
  const [before, after] = [parse(texts.before), parse(texts.after)];
  const operator = after.by === BY_OPERATOR.by ? 'The operator' : '';
  return { ...head, userName: head.userName ?? operator, before, after };
}

function kindOf(before: Snapshot | undefined, after: Snapshot | undefined): RevisionKind {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

function changedNames(before: RevisionFields = {}, after: RevisionFields = {}): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

function pick(fields: RevisionFields = {}, names: readonly string[]): RevisionFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

/** A changed text is reported as an empty one; the text itself is in the lesson's own history. */
function withoutHtml(fields: RevisionFields): RevisionFields {
  return 'content' in fields ? { ...fields, content: '' } : fields;
}
