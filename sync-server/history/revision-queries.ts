import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { type Revision, RevisionFields, type RevisionKind } from '#schema/editor/history.ts';
import { isKnownId } from '../db/changes/changes-queries.ts';
import { compiledOnce, type ValueOf } from '../db/compiled-once.ts';
import type { Db } from '../db/open.ts';
import { slicesOf } from '../db/slices-of.ts';
import type { RevisionRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import { getText, type ReadTexts, storeText } from './revision-text-queries.ts';
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

/** Marks a revision that the schedule of a course recorded. */
export const BY_SCHEDULE = { by: 'schedule' } as const;

/** The text that is shown instead of a user's name. */
const actors = new Map<unknown, string>([
  [BY_OPERATOR.by, 'The operator'],
  [BY_SCHEDULE.by, 'The schedule'],
]);

interface Step {
  readonly before: Snapshot | undefined;
  readonly after: Snapshot | undefined;
  /** Added to the new values. */
  readonly marks?: RevisionFields;
}

/**
 * Records the effect of a command on a row; must run in the transaction of the command. A command that
 * changed nothing leaves no revision.
 */
export async function recordRevision(
  trx: Trx,
  auditStamp: AuditStamp,
  { before, after, marks }: Step,
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
    before: { ...pick(before?.fields, changed), ...(after === undefined && before?.marks) },
    after: { ...pick(after?.fields, changed), ...after?.marks, ...marks },
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
  const [before, after] = [splitFields(revision.before), splitFields(revision.after)];
  const beforeText = before.text === null ? null : await storeText(trx, before.text);
  const known =
    before.text === null || beforeText === null ? null : { digest: beforeText, text: before.text };
  const afterText = after.text === null ? null : await storeText(trx, after.text, known);
  const fields = { before: before.fields, after: after.fields };
  await insert(trx, { ...rowOf(auditStamp, { ...revision, ...fields }), beforeText, afterText });
}

/** Below the limit of bound values per statement. */
const REVISIONS_AT_ONCE = 500;

/** As {@link insertRevision}, for many objects without HTML that one command changed. */
export async function insertRevisions(
  trx: Trx,
  auditStamp: AuditStamp,
  revisions: readonly RevisionData[],
): Promise<void> {
  for (const some of slicesOf(revisions, REVISIONS_AT_ONCE)) {
    const rows = some.map((one) => rowOf(auditStamp, one));
    await trx.insertInto('revisions').values(rows).execute();
  }
}

function rowOf(auditStamp: AuditStamp, { before, after, ...revision }: RevisionData): RevisionRow {
  // A device clock that runs ahead is limited to the time of arrival.
  const isFuture = auditStamp.madeAt > auditStamp.receivedAt;
  const madeAt = isFuture ? auditStamp.receivedAt : auditStamp.madeAt;
  return {
    ...{ id: uuidv7(), ...auditStamp, madeAt, ...revision, beforeText: null, afterText: null },
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  };
}

/** Separates a lesson's HTML, which is stored apart, from the other fields. */
function splitFields(fields: RevisionFields): { fields: RevisionFields; text: string | null } {
  const { content, ...rest } = fields;
  return typeof content === 'string' ? { fields: rest, text: content } : { fields, text: null };
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
    beforeText: value('beforeText'),
    afterText: value('afterText'),
  }),
);

/** The most HTML in a page of a lesson's history, for clients that do not ask for a list without. */
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

/** Whether the history has the creation of a row; it keeps that of deleted rows too. */
export async function wasCreated(trx: Trx, entity: RevisionRow['entity'], id: string): Promise<boolean> {
  return (await creationOf(trx, { entity, id })).length > 0;
}

const creationOf = compiledOnce((trx: Trx, value: ValueOf<Pick<RevisionRow, 'entity' | 'id'>>) =>
  trx
    .selectFrom('revisions')
    .select('id')
    .where('entity', '=', value('entity'))
    .where('entityId', '=', value('id'))
    .where('kind', '=', 'create')
    .limit(1),
);

interface GivenField {
  readonly entity: RevisionRow['entity'];
  readonly id: string;
  /** Not the HTML, which is stored apart. */
  readonly field: string;
}

/**
 * Whether the history says that a command has given a field of a row a value before: an edit by its user, at its
 * time. A command that is repeated has that time under whichever key; one that states no time is made now. An edit
 * by a clock that was ahead has the time of its arrival instead, and is not recognised.
 */
export async function wasGiven(
  trx: Trx,
  { userId, madeAt, receivedAt }: AuditStamp,
  { entity, id, field }: GivenField,
): Promise<boolean> {
  if (madeAt >= receivedAt) return false;
  const rows = await trx
    .selectFrom('revisions')
    .select('after')
    .where('entity', '=', entity)
    .where('entityId', '=', id)
    .where('kind', '=', 'update')
    .where('userId', '=', userId)
    .where('madeAt', '=', madeAt)
    .execute();
  const values = rows.map(({ after }) => v.parse(RevisionFields, JSON.parse(after))[field]);
  return values.some((value) => typeof value === 'string');
}

/** Newest first; `more`: there are older ones than the last. */
export interface RevisionPage {
  readonly revisions: readonly Revision[];
  readonly more: boolean;
}

interface LessonPage extends Page {
  /** Whether the HTML is left out; otherwise the page ends early above `HISTORY_MAX_CHARACTERS`. */
  readonly withoutHtml: boolean;
}

/** The edits of a lesson; at least one, if there are any. */
export async function listLessonRevisions(db: Db, lessonId: string, page: LessonPage): Promise<RevisionPage> {
  const heads = await selectHeads(db, page)
    .where('revisions.entity', '=', 'lesson')
    .where('revisions.entityId', '=', lessonId)
    .orderBy('revisions.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const revisions: Revision[] = [];
  const read: ReadTexts = new Map();
  let characters = 0;
  for (const head of heads.slice(0, page.limit)) {
    characters += charactersOf(head);
    if (!page.withoutHtml && revisions.length > 0 && characters > HISTORY_MAX_CHARACTERS) break;
    revisions.push(page.withoutHtml ? withoutHtml(head) : await withHtml(db, head, read));
  }
  return { revisions, more: heads.length > revisions.length };
}

/** One revision with its HTML; undefined if there is none. */
export async function findRevision(db: Db, id: string): Promise<Revision | undefined> {
  const head = await selectHeads(db, { before: null }).where('revisions.id', '=', id).executeTakeFirst();
  return head && withHtml(db, head, new Map());
}

interface AuditPage extends Page {
  readonly courseId: string | null;
  readonly userId: string | null;
}

/** All edits, or those of one course or one user, without the HTML of lessons. */
export async function listRevisions(db: Db, page: AuditPage): Promise<RevisionPage> {
  const { courseId, userId, limit } = page;
  const all = selectHeads(db, page)
    .orderBy('revisions.id', 'desc')
    .limit(limit + 1);
  const ofCourse = courseId === null ? all : all.where('revisions.courseId', '=', courseId);
  const filtered = userId === null ? ofCourse : ofCourse.where('revisions.userId', '=', userId);
  const heads = await filtered.execute();
  return { revisions: heads.slice(0, limit).map(withoutHtml), more: heads.length > limit };
}

/** Everything except the HTML, of which only the sizes are read. */
const selectHeads = (db: Db, { before }: Pick<Page, 'before'>) => {
  const all = db
    .selectFrom('revisions')
    .leftJoin('users', 'users.id', 'revisions.userId')
    .leftJoin('revisionTexts as textBefore', 'textBefore.digest', 'revisions.beforeText')
    .leftJoin('revisionTexts as textAfter', 'textAfter.digest', 'revisions.afterText')
    .selectAll('revisions')
    .select(['users.name as userName', 'textBefore.characters as charactersBefore'])
    .select('textAfter.characters as charactersAfter');
  return before === null ? all : all.where('revisions.id', '<', before);
};

interface Head extends RevisionRow {
  readonly userName: string | null;
  readonly charactersBefore: number | null;
  readonly charactersAfter: number | null;
}

const charactersOf = ({ charactersBefore, charactersAfter }: Head): number =>
  (charactersBefore ?? 0) + (charactersAfter ?? 0);

/** A changed text is reported as an empty one, with the size of what is omitted. */
function withoutHtml(head: Head): Revision {
  const { beforeText, afterText } = head;
  if (beforeText === null && afterText === null) return assemble(head, {});
  const texts = { before: beforeText && '', after: afterText && '' };
  return { ...assemble(head, texts), omittedCharacters: charactersOf(head) };
}

async function withHtml(db: Db, head: Head, read: ReadTexts): Promise<Revision> {
  const { beforeText, afterText } = head;
  return assemble(head, {
    before: beforeText && (await getText(db, beforeText, read)),
    after: afterText && (await getText(db, afterText, read)),
  });
}

interface Texts {
  readonly before?: string | null;
  readonly after?: string | null;
}

function assemble(head: Head, texts: Texts): Revision {
  const parse = (json: string, text: string | null | undefined): RevisionFields => {
    const fields = v.parse(RevisionFields, JSON.parse(json));
    return typeof text === 'string' ? { ...fields, content: text } : fields;
  };
  const [before, after] = [parse(head.before, texts.before), parse(head.after, texts.after)];
  const { id, kind, entity, entityId, courseId, title, userId } = head;
  const { madeAt, receivedAt, baseVersion, version } = head;
  return {
    ...{
      id,
      kind,
      entity,
      entityId,
      courseId,
      title,
      userId,
      userName: head.userName ?? actors.get(after.by) ?? '',
    },
    ...{ madeAt, receivedAt, baseVersion, version, before, after },
  };
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
