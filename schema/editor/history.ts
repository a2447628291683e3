import * as v from 'valibot';
import { ResourceType } from '../courses/resource.ts';
import { Id, Instant } from '../id.ts';
import { CopiedQuiz } from '../quizzes/quiz-input.ts';
import { partKindNames } from '../sync/row-kinds.ts';

const otherEntities = ['codes', 'user', 'support', 'site'] as const;
export const RevisionEntity = v.picklist([...partKindNames, ...otherEntities]);
export type RevisionEntity = v.InferOutput<typeof RevisionEntity>;

/** `aside`: text that lost against another user's in a conflict; learners never saw it. */
export const RevisionKind = v.picklist(['create', 'update', 'delete', 'aside']);
export type RevisionKind = v.InferOutput<typeof RevisionKind>;

/** The fields of a row by their names in the API; a lesson's HTML under `content`. Codes are only counted. */
export const RevisionFields = v.record(v.string(), v.union([v.string(), v.number(), v.null()]));
export type RevisionFields = v.InferOutput<typeof RevisionFields>;

/** A resource of a deleted lesson. `fileId`: an uploaded file; otherwise `url` is the address of another site. */
export const DeletedResource = v.object({
  title: v.string(),
  type: ResourceType,
  url: v.nullable(v.string()),
  fileId: v.nullable(v.string()),
  position: v.string(),
});
export type DeletedResource = v.InferOutput<typeof DeletedResource>;

const DeletedResources = v.pipe(v.string(), v.parseJson(), v.array(DeletedResource));

/**
 * The resources of a deleted lesson, which its deletion has in `before` as JSON. None for deletions that releases before
 * this field recorded.
 */
export function readDeletedResources({ resources }: RevisionFields): DeletedResource[] {
  const parsed = v.safeParse(DeletedResources, resources);
  return parsed.success ? parsed.output : [];
}

const DeletedQuiz = v.object({
  ...CopiedQuiz.entries,
  questions: v.optional(v.pipe(v.string(), v.parseJson(), CopiedQuiz.entries.questions), '[]'),
});

/** The practice or test that a deletion has in `before`, its questions as JSON; null if it is none. */
export function readDeletedQuiz(before: RevisionFields): CopiedQuiz | null {
  const parsed = v.safeParse(DeletedQuiz, before);
  return parsed.success ? parsed.output : null;
}

/** The id of an uploaded video of a lesson in the history; null if it has none. */
export const uploadedVideoOf = ({ videoUrl }: RevisionFields): string | null => fileIdOf(videoUrl);

/** The id of the uploaded file of a resource in the history; null if it has an address. */
export const uploadedFileOf = ({ url }: RevisionFields): string | null => fileIdOf(url);

/** Files are stored by their unsigned addresses. */
const fileIdOf = (address: unknown): string | null =>
  /^\/media\/([0-9a-f]{32})$/.exec(String(address))?.[1] ?? null;

/** One applied command: user, times by the user's clock and the server's, base version, and effect. */
export const Revision = v.object({
  id: Id,
  kind: RevisionKind,
  entity: RevisionEntity,
  entityId: Id,
  courseId: v.nullable(Id),
  /** The row's title afterwards; for a deleted row before. */
  title: v.string(),
  userId: v.nullable(Id),
  userName: v.string(),
  madeAt: Instant,
  receivedAt: Instant,
  /** The version that the command was made on; null when it did not say. */
  baseVersion: v.nullable(v.number()),
  /** The row's version afterwards; null when the row has none or is deleted. */
  version: v.nullable(v.number()),
  /** The old values of the changed fields; of a deleted row all of them. Empty for a new one. */
  before: RevisionFields,
  /** The new values of the changed fields; of a new row all of them. */
  after: RevisionFields,
  /**
   * The HTML that `before` and `after` have together; only where it is left out: it is '' there, and is fetched with
   * the revision itself.
   */
  omittedCharacters: v.optional(v.number()),
});
export type Revision = v.InferOutput<typeof Revision>;

/** Newest first; `more`: request again with `before` set to the last one's id. */
export const RevisionsReply = v.object({ revisions: v.array(Revision), more: v.boolean() });
export type RevisionsReply = v.InferOutput<typeof RevisionsReply>;

export const RevisionReply = v.object({ revision: Revision });

/** Text to be stored with a row, which may be deleted. */
export const RejectedTextInput = v.object({
  courseId: Id,
  entity: v.picklist(partKindNames),
  entityId: Id,
  entityTitle: v.pipe(v.string(), v.maxLength(300)),
  fields: RevisionFields,
});
export type RejectedTextInput = v.InferOutput<typeof RejectedTextInput>;
