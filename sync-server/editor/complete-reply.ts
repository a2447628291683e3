import * as v from 'valibot';
import { type PartKind, partKindNames } from '#schema/sync/row-kinds.ts';
import type { Db } from '../db/open.ts';
import type { CommandReply } from '../http/commands/command.ts';
import { versionTag } from '../http/commands/if-match.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { toMinimal } from './minimal-reply.ts';
import {
  findAdminCourse,
  findAdminLesson,
  listAdminLessons,
  type ReadContext,
} from './queries/admin-course-queries.ts';
import { insideModule } from './queries/assemble-admin-course.ts';

/** The entity in a reply of the editor; `none` for a reply without one. */
export type EditedKind = PartKind | 'none';

const Row = v.looseObject({ id: v.string(), version: v.number(), content: v.optional(v.string()) });
type Row = v.InferOutput<typeof Row>;

/** A reply as stored in its receipt. `current` is the entity of a 412. */
const members = [...partKindNames, 'current' as const];
const Stored = v.looseObject(v.entriesFromList(members, v.optional(Row)));

interface Completing {
  readonly shows: EditedKind;
  readonly readContext: ReadContext;
  /** The request's. */
  readonly body: unknown;
  /** The HTML of the request as it is stored. */
  readonly cleanContent?: string | undefined;
  /** Whether the caller prefers the row's own fields (sync-server/editor/minimal-reply.ts). */
  readonly isMinimal: boolean;
}

/**
 * A receipt stores only the own fields of a course or module: the command did not write its lessons and
 * codes, and with them every receipt would be as large as the course. They are read in their current state
 * and added to the reply, for the first one and for a repeat. Deleted content stays empty.
 *
 * Nor does it store a lesson's HTML. A repeat gets that of its own body, as it was stored, or the current one if
 * it sent none. A repeated 412 gets the whole lesson as it is now, because its fields and HTML must be of one
 * version; if the lesson has been deleted since, ApiError 404 is thrown.
 */
export async function completeReply(db: Db, reply: CommandReply, completing: Completing) {
  const stored = v.parse(Stored, JSON.parse(reply.body));
  const member = members.find((name) => stored[name] !== undefined);
  const own = member && stored[member];
  if (member === undefined || own === undefined) return { body: reply.body, headers: {} };
  if (member === 'current' && completing.shows === 'lesson' && reply.isReplayed) {
    const current = await findAdminLesson(db, own.id, completing.readContext.addressOf);
    if (current === undefined) throw new ApiError('lesson_not_found');
    const body = JSON.stringify({ ...stored, current });
    return { body, headers: { ETag: versionTag(current.version) } };
  }
  const headers = { ETag: versionTag(own.version) };
  if (completing.isMinimal) {
    const content = own.content ?? completing.cleanContent;
    const known = content === undefined ? own : { ...own, content };
    return { body: JSON.stringify(toMinimal({ ...stored, [member]: known }, completing.body)), headers };
  }
  const added = await readOmitted(db, own, completing);
  if (added === undefined) return { body: reply.body, headers };
  return { body: JSON.stringify({ ...stored, [member]: { ...own, ...added } }), headers };
}

async function readOmitted(
  db: Db,
  own: Row,
  { shows, readContext, cleanContent }: Completing,
): Promise<object | undefined> {
  if (shows === 'lesson' && own.content === undefined) {
    return { content: cleanContent ?? (await findContent(db, own.id)) ?? '' };
  }
  if (shows === 'module') {
    const lessons = await listAdminLessons(db, readContext.addressOf, { moduleId: own.id });
    return { lessons: (lessons.get(own.id) ?? []).map(insideModule) };
  }
  if (shows !== 'course') return undefined;
  const course = await findAdminCourse(db, own.id, readContext);
  if (course === undefined) return undefined;
  const { modules, enrollmentCount, activationCodes, codeStats } = course;
  return { modules, enrollmentCount, activationCodes, codeStats };
}

async function findContent(db: Db, lessonId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('lessonContents')
    .select('content')
    .where('lessonId', '=', lessonId)
    .executeTakeFirst();
  return row?.content;
}

/** The id of the entity in a reply, for the log; undefined for an error. */
export function idInReply(body: string): string | undefined {
  const stored = v.parse(Stored, JSON.parse(body));
  return members.map((name) => stored[name]?.id).find((id) => id !== undefined);
}
