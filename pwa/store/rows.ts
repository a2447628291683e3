import * as v from 'valibot';
import { Command } from '#schema/commands/all-commands.ts';
import type { CourseContent } from '#schema/course.ts';
import { Instant } from '#schema/id.ts';
import type { Lesson } from '#schema/lesson.ts';
import type { Module } from '#schema/module.ts';
import type { LessonProgress } from '#schema/progress.ts';
import type { Resource } from '#schema/resource.ts';

/** Every row says which FORMAT_VERSION wrote it, because old and new tabs share one database. */
interface Versioned {
  readonly v: number;
}

/** The place among its neighbours: a fractional key; a number in rows of older days, until they are pulled. */
type Place = string | number;
interface Placed extends Versioned {
  readonly courseId: string;
  readonly position: Place;
}

export type KeptCourseRow = Omit<CourseContent, 'modules'> & Versioned & { readonly keptAt: string };
export type ModuleRow = Omit<Module, 'lessons' | 'position'> & Placed;
export type LessonRow = Omit<Lesson, 'content' | 'resources' | 'position'> & Placed & { moduleId: string };
export type LessonContentRow = Versioned & { lessonId: string; courseId: string; content: string };
export type ResourceRow = Omit<Resource, 'position'> & Placed & { lessonId: string };
export type ProgressRow = LessonProgress & Versioned;

/** A lesson as a kept course lists it: everything but its HTML. */
type KeptResource = Omit<Resource, 'position'>;
export type KeptLesson = Omit<Lesson, 'content' | 'position' | 'resources'> & {
  readonly resources: KeptResource[];
};
export type KeptModule = Omit<Module, 'lessons' | 'position'> & { readonly lessons: KeptLesson[] };

/** A course stored for offline study, as an outline; each lesson's HTML is read apart. */
export type KeptCourse = Omit<CourseContent, 'modules'> & {
  readonly modules: KeptModule[];
  readonly keptAt: string;
};

/** What of a course's media a person may choose to have on the device. */
export const MEDIA_KINDS = ['videos', 'documents', 'images'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/**
 * Why a file did not get here. full: no room on the device; damaged: its bytes were not what the server said;
 * gone: the server does not give it out any more; lost: the line or the server failed, tried again by itself;
 * changed: it was complete, its bytes changed on the device, and it was removed.
 */
export type DownloadProblem = 'full' | 'damaged' | 'gone' | 'lost' | 'changed';

/** A file of a kept course. `kept`: all its bytes are in the media cache. */
export interface Download {
  readonly fileId: string;
  readonly courseId: string;
  /** Empty for what belongs to the course as a whole, as its cover does. */
  readonly lessonId: string;
  readonly kind: 'video' | 'resource' | 'image';
  /** As what it is chosen; rows of older days lack it until they are looked at again. */
  readonly want?: MediaKind;
  readonly title: string;
  /** 0 while nobody has told it yet, as of a picture that was never fetched. */
  readonly sizeBytes: number;
  readonly state: 'kept' | 'missing';
  readonly checkedAt: string;
  /** How much of a missing file is here already. */
  readonly receivedBytes?: number;
  /** SHA-256 of its bytes in base64: the server's, or computed when the file came where the server sent none. */
  readonly sha256?: string;
  /** When its bytes were last compared with that hash; rows of earlier releases lack it. */
  readonly verifiedAt?: string;
  readonly problem?: DownloadProblem;
}

/** Which media of a course are wanted on this device. */
export type Wants = Readonly<Record<MediaKind, boolean>>;

/**
 * What a person wants of a course's media on this device. Text is always kept; small files come by
 * themselves. Absent: nothing was chosen yet.
 */
export interface DownloadPlanRow extends Versioned {
  readonly courseId: string;
  readonly wants: Wants;
  readonly isPaused: boolean;
  readonly updatedAt: string;
}

/** The search index over one kept course's lessons, as its maker wrote it; it is parsed when read. */
export interface SearchIndexRow extends Versioned {
  readonly courseId: string;
  /** Of what it was made: it is made anew when this differs. */
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
 * Why an edit needs a person: somebody else changed the same `fields`, or deleted the row (or changed a row
 * that was to be deleted: then `fields` is empty). `current` is the server's row as it stood then, null
 * when it is gone.
 */
export const Conflict = v.object({
  reason: v.picklist(['changed', 'deleted']),
  fields: v.array(v.string()),
  current: v.unknown(),
});
export type Conflict = v.InferOutput<typeof Conflict>;

/**
 * One queued edit and what came of it so far.
 * waiting: never sent, or to be sent again at `nextAttemptAt`; sending: a request is (or was, when the
 * page died) under way; paused: until the same person signs in; refused: set aside with the server's
 * sentence in `lastProblem`, and with `conflict` when a person has to compare and decide; acknowledged:
 * done, kept 30 days.
 */
export const OutboxRow = v.object({
  /** Order of entry over all tabs. */
  order: v.number(),
  id: v.string(),
  v: v.number(),
  state: OutboxState,
  attempts: v.number(),
  nextAttemptAt: v.nullable(Instant),
  /** Until then it may be taken back and is not sent, however eager the replay. */
  heldUntil: v.optional(Instant),
  /** Commands of one Save Course: all of them arrive, or none does. */
  groupId: v.optional(v.string()),
  conflict: v.optional(Conflict),
  /** How many pages the pull had told when it left this device for the first time. */
  pullCount: v.optional(v.number()),
  /** Rows that this deletion took out of the queue unsent; they come back if it is taken back. */
  cancelled: v.optional(v.array(v.unknown())),
  /** HTTP status of the last attempt; 0 for no answer, null before the first. */
  lastStatus: v.nullable(v.number()),
  lastProblem: v.nullable(v.string()),
  acknowledgedAt: v.nullable(Instant),
  /** Of an acknowledged `progress.save`: lessons that the server left out, because their course was not the person's. */
  notTaken: v.optional(v.array(v.string())),
  command: Command,
});
export type OutboxRow = v.InferOutput<typeof OutboxRow>;
