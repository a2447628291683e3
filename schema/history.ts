import * as v from 'valibot';
import { Id, Instant } from './id.ts';

export const RevisionEntity = v.picklist(['course', 'module', 'lesson', 'resource', 'codes', 'user']);
export type RevisionEntity = v.InferOutput<typeof RevisionEntity>;

/** `aside`: words that lost against somebody else's in a conflict; they were never shown to learners. */
export const RevisionKind = v.picklist(['create', 'update', 'delete', 'aside']);
export type RevisionKind = v.InferOutput<typeof RevisionKind>;

/** The fields of a row by their names on the wire; a lesson's HTML under `content`. Codes are only counted. */
export const RevisionFields = v.record(v.string(), v.union([v.string(), v.number(), v.null()]));
export type RevisionFields = v.InferOutput<typeof RevisionFields>;

/** One applied command: who, when by their clock and by the server's, on which version, and what it did. */
export const Revision = v.object({
  id: Id,
  kind: RevisionKind,
  entity: RevisionEntity,
  entityId: Id,
  courseId: v.nullable(Id),
  /** What the row was called afterwards; of a deleted one before. */
  title: v.string(),
  userId: v.nullable(Id),
  userName: v.string(),
  madeAt: Instant,
  receivedAt: Instant,
  /** The version that the command was made on; null when it did not say. */
  baseVersion: v.nullable(v.number()),
  /** The row's version afterwards; null when there is none (any more). */
  version: v.nullable(v.number()),
  /** The fields that changed, as they were; of a deleted row all of them. Empty for a new one. */
  before: RevisionFields,
  /** The fields that changed, as they are since; of a new row all of them. */
  after: RevisionFields,
});
export type Revision = v.InferOutput<typeof Revision>;

/** Newest first; `more`: ask again with `before` set to the last one's id. */
export const RevisionsReply = v.object({ revisions: v.array(Revision), more: v.boolean() });
export type RevisionsReply = v.InferOutput<typeof RevisionsReply>;

/** Words to be kept beside a row, which need not be there any more. */
export const KeepAsideInput = v.object({
  courseId: Id,
  entity: v.picklist(['course', 'module', 'lesson', 'resource']),
  entityId: Id,
  entityTitle: v.pipe(v.string(), v.maxLength(300)),
  fields: RevisionFields,
});
export type KeepAsideInput = v.InferOutput<typeof KeepAsideInput>;
