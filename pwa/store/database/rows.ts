import * as v from 'valibot';
import { Command } from '#schema/commands/all-commands.ts';
import type { CourseContent, LearnersParts } from '#schema/courses/course-content.ts';
import type { Lesson } from '#schema/courses/lesson.ts';
import type { Module } from '#schema/courses/module.ts';
import type { Resource } from '#schema/courses/resource.ts';
import { lessonRowDefaults, lessonRowFields } from '#schema/entities/lesson-entity.ts';
import { Instant } from '#schema/id.ts';
import type { CopiedQuiz } from '#schema/quizzes/quiz-input.ts';
import type { RowKind, RowOf } from '#schema/sync/row-kinds.ts';

/** Every row stores the FORMAT_VERSION that wrote it, because old and new tabs share one database. */
interface Versioned {
  readonly v: number;
}

export type OfflineCourseRow = Omit<CourseContent, 'modules' | keyof LearnersParts> &
  Versioned & { readonly keptAt: string };
export type ModuleRow = StoredRow<'module'>;
export type LessonRow = Omit<StoredRow<'lesson'>, 'content'>;
export type ResourceRow = StoredRow<'resource'>;

/**
 * Adds fields that a version before them has stored lessons without. Called for every row that is read, and with undefined
 * for a missing one.
 */
export function completeLessonRow<Row extends LessonRow | undefined>(row: Row): Row | LessonRow {
  if (row === undefined || lessonRowFields.every((name) => name in row)) return row;
  return { ...lessonRowDefaults, ...row };
}

export type LessonContentRow = Versioned & { lessonId: string; courseId: string; content: string };
/** `quizzes` only of a lesson that has any. */
export type ImportTextRow = LessonContentRow & { quizzes?: CopiedQuiz[] };
/** A row as it is pulled. What was not pulled is in the outbox, and laid over it when it is read. */
export type StoredRow<K extends RowKind> = RowOf<K> & Versioned;

/** A lesson as listed in an offline course: without its HTML. */
type OfflineResource = Omit<Resource, 'position'>;
export type OfflineLesson = Omit<Lesson, 'content' | 'position' | 'resources'> & {
  readonly resources: OfflineResource[];
};
export type OfflineModule = Omit<Module, 'lessons' | 'position'> & { readonly lessons: OfflineLesson[] };

/** A course stored for offline use, as an outline; each lesson's HTML is read separately. */
export type OfflineCourse = Omit<CourseContent, 'modules' | keyof LearnersParts> & {
  readonly modules: OfflineModule[];
  readonly keptAt: string;
};

/** The kinds of a course's media that a user can choose to download. */
export const MEDIA_KINDS = ['videos', 'documents', 'images'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/**
 * Why a file is not here. full: storage is full; damaged: its bytes did not match the server's hash; gone:
 * the server does not serve it any more; lost: a connection or server error, retried automatically; changed:
 * it was complete, its bytes changed on the device, and it was removed.
 */
export type DownloadProblem = 'full' | 'damaged' | 'gone' | 'lost' | 'changed';

/** A file of an offline course. State `kept`: all its bytes are in the media cache. */
export interface Download {
  readonly fileId: string;
  readonly courseId: string;
  /** Empty for files of the course as a whole, such as its cover. */
  readonly lessonId: string;
  readonly kind: 'video' | 'resource' | 'image';
  /** The kind by which it is chosen. */
  readonly want: MediaKind;
  readonly title: string;
  /** 0 while unknown, for example for an image that was never fetched. */
  readonly sizeBytes: number;
  readonly state: 'kept' | 'missing';
  readonly checkedAt: string;
  /** How many bytes of an incomplete file are here. */
  readonly receivedBytes?: number;
  /** SHA-256 of its bytes in base64: the server's, or computed after the download if the server sent none. */
  readonly sha256?: string;
  /** When its bytes were last compared with that hash; missing if they never were. */
  readonly verifiedAt?: string;
  readonly problem?: DownloadProblem;
}

/** Which media of a course are wanted on this device. */
export type Wants = Readonly<Record<MediaKind, boolean>>;

/**
 * A user's choices for a course's media on this device. Text is always stored; small files are downloaded
 * automatically. Absent: nothing was chosen yet.
 */
export interface DownloadPlanRow extends Versioned {
  readonly courseId: string;
  readonly wants: Wants;
  readonly isPaused: boolean;
  readonly updatedAt: string;
}

/** The search index of one offline course's lessons, as the library serialised it; it is parsed when read. */
export interface SearchIndexRow extends Versioned {
  readonly courseId: string;
  /** A fingerprint of its source: if it differs, the index is rebuilt. */
  readonly fingerprint: string;
  readonly index: unknown;
}

export interface StateRow {
  readonly key: string;
  readonly value: unknown;
}

export interface DraftRow extends Versioned {
  readonly id: string;
  readonly value: unknown;
  readonly updatedAt: string;
}

export const OutboxState = v.picklist(['waiting', 'sending', 'paused', 'refused', 'acknowledged']);
export type OutboxState = v.InferOutput<typeof OutboxState>;

/**
 * Why an edit needs a user decision: another user changed the same `fields`, or deleted the row (or changed a
 * row that was to be deleted: then `fields` is empty). `current` is the server's row at that time, null if it
 * is deleted.
 */
export const Conflict = v.object({
  reason: v.picklist(['changed', 'deleted']),
  fields: v.array(v.string()),
  current: v.unknown(),
});
export type Conflict = v.InferOutput<typeof Conflict>;

/**
 * One queued edit and its state.
 * waiting: never sent, or to be sent again at `nextAttemptAt`; sending: a request is (or was, when the page
 * died) under way; paused: until the same user signs in; refused: with the server's message in `lastProblem`,
 * and with `conflict` if the user has to compare and decide; acknowledged: done, stored for 30 days.
 */
export const OutboxRow = v.object({
  /** Order of entry across all tabs. */
  order: v.number(),
  id: v.string(),
  v: v.number(),
  state: OutboxState,
  attempts: v.number(),
  nextAttemptAt: v.nullable(Instant),
  /** Until then it can be undone and is not sent, even by an eager replay. */
  heldUntil: v.optional(Instant),
  /** Commands of one Save Course: all succeed or none does. */
  groupId: v.optional(v.string()),
  /** Commands of one import are shown, paused and discarded together. */
  importId: v.optional(v.string()),
  /** The user has paused its import: it is not sent, even by an eager replay. */
  isPaused: v.optional(v.literal(true)),
  conflict: v.optional(Conflict),
  /** Unsent rows that this deletion removed from the queue; they are restored if it is undone. */
  cancelled: v.optional(v.array(v.unknown())),
  /** HTTP status of the last attempt; 0 without a response, null before the first. */
  lastStatus: v.nullable(v.number()),
  lastProblem: v.nullable(v.string()),
  /** Something between this device and the server replied to the last attempt, or changed it. */
  isBlocked: v.optional(v.literal(true)),
  acknowledgedAt: v.nullable(Instant),
  /**
   * The number of the server's last change at its ack: until the device has pulled up to there, the command is laid over
   * the stored rows as before.
   */
  ackSequence: v.optional(v.number()),
  /** The version of its row after the ack. */
  ackVersion: v.optional(v.number()),
  /**
   * For an acknowledged `progress.save`: lessons that the server ignored because the user has no access to
   * their course.
   */
  notTaken: v.optional(v.array(v.string())),
  /**
   * After a restore of the server: `undecided` waits for the user's decision, `dropped` was discarded by the
   * operator's decision and never arrived.
   */
  restore: v.optional(v.picklist(['undecided', 'dropped'])),
  /** It came in a file from another device of the user. */
  isImported: v.optional(v.literal(true)),
  /** Roughly the size of an acknowledged command with a long text; absent for all others. */
  textBytes: v.optional(v.number()),
  command: Command,
});
export type OutboxRow = v.InferOutput<typeof OutboxRow>;

/**
 * An acknowledged row that gave up its command to free space. No version can parse it as an {@link OutboxRow},
 * so none sends it again.
 */
export const EmptiedRow = v.object({
  order: v.number(),
  id: v.string(),
  v: v.number(),
  state: v.literal('acknowledged'),
  acknowledgedAt: Instant,
  /** The command's effect. */
  sentence: v.string(),
  /** The server was restored since, and the command could not be sent again. */
  restore: v.optional(v.literal('unable')),
  /** Without an id it is no command; tabs of other versions read the kind and the arguments of any row. */
  command: v.object({ kind: v.string(), args: v.object({}) }),
});
export type EmptiedRow = v.InferOutput<typeof EmptiedRow>;
