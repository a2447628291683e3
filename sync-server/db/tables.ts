import type { RevisionEntity, RevisionKind } from '#schema/history.ts';
import type { SupportSubject } from '#schema/support.ts';
import type { UploadKind } from '#schema/upload.ts';
import type { RecoveryCodeRow, SecondFactorRow, SessionRow, UserRow } from './account-tables.ts';
import type { CourseFields, LessonFields, ModuleFields, ResourceFields } from './entity-columns.ts';
import type { ResetRequestRow, ResetTokenRow, SignInNetworkRow } from './recovery-tables.ts';

/**
 * One row type a table. Column words are the words of the wire. Times are ISO strings in UTC,
 * `position` is a fractional key that is compared by code units (never by the database's collation),
 * `version` counts edits of the row for If-Match.
 */
export interface CourseRow extends CourseFields {
  readonly id: string;
  position: string;
  version: number;
  /** Raised by everything that changes what the API says of this course, enrolments too. */
  revision: number;
  readonly createdAt: string;
  updatedAt: string;
}

export interface ModuleRow extends ModuleFields {
  readonly id: string;
  readonly courseId: string;
  version: number;
  readonly createdAt: string;
  updatedAt: string;
}

export interface LessonRow extends LessonFields {
  readonly id: string;
  readonly moduleId: string;
  /** A film of our own; `videoUrl` is an address outside. */
  videoFileId: string | null;
  version: number;
  readonly createdAt: string;
  updatedAt: string;
}

/** Apart from the lessons, so that outlines are read without the HTML. */
export interface LessonContentRow {
  readonly lessonId: string;
  content: string;
}

export interface ResourceRow extends ResourceFields {
  readonly id: string;
  readonly lessonId: string;
  position: string;
  /** A file of our own; `url` is an address outside. */
  fileId: string | null;
  version: number;
  readonly createdAt: string;
}

/** A file below media/, named by its id. */
export interface FileRow {
  /** 128 random bits as 32 lowercase hex characters. */
  readonly id: string;
  /** The name a person saves it under. */
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** SHA-256 of the bytes in base64url; the ETag. */
  readonly digest: string;
  readonly createdAt: string;
}

export interface ActivationCodeRow {
  readonly id: string;
  readonly courseId: string;
  readonly code: string;
  /** The form in which codes are compared, unique within the course. */
  readonly normalizedCode: string;
  readonly batch: string;
  readonly createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  usedBy: string | null;
  usedAt: string | null;
}

export interface ActivationRow {
  readonly userId: string;
  readonly courseId: string;
  readonly activatedAt: string;
}

export interface ProgressRow {
  readonly userId: string;
  readonly lessonId: string;
  completedAt: string | null;
  completedUpdatedAt: string | null;
  positionSeconds: number;
  positionUpdatedAt: string | null;
}

/** The first reply to a command, kept so that a repeat is answered and not done again. */
export interface ReceiptRow {
  readonly userId: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  readonly createdAt: string;
}

/** Counters that only grow, such as the version of the catalogue. */
export interface CounterRow {
  readonly name: string;
  value: number;
}

export type ChangeKind = 'user' | 'course' | 'module' | 'lesson' | 'resource' | 'activation' | 'progress';

/**
 * The last change of a row, kept after the row is gone (a tombstone). Order is `sequence`, never a clock.
 * For activations `id` is the course's, for progress the lesson's.
 */
export interface ChangeRow {
  readonly kind: ChangeKind;
  readonly id: string;
  /** Whose it is; '' for what belongs to a course and not to a person. */
  readonly userId: string;
  readonly courseId: string | null;
  readonly isDeleted: 0 | 1;
  readonly sequence: number;
  readonly changedAt: string;
}

/**
 * A life of this database. A new one begins when it was put back from a backup: what was acknowledged since
 * the backup is not in it, and devices have to know.
 */
export interface EpochRow {
  /** Counts the lives; the highest is the present one. */
  readonly number: number;
  /** A UUID, because a database that was put back counts on from where it was. */
  readonly epoch: string;
  readonly startedAt: string;
}

/** One upload of activation codes; the codes name it in `batch`. */
export interface CodeBatchRow {
  readonly id: string;
  readonly courseId: string;
  readonly createdAt: string;
  readonly createdBy: string | null;
  /** How many codes it added. */
  readonly count: number;
}

/** `nobody` is written where no account was found, so that the answer takes as long; it is never sent. */
export type MailKind = 'resetCode' | 'passwordChanged' | 'secondFactor' | 'supportRequest' | 'nobody';

/** A message to be sent after the commit of what it tells. */
export interface MailRow {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  /** Encrypted, as it may hold a reset code; null once it was sent or given up. */
  sealedContent: string | null;
  attempts: number;
  /** Null: nothing is left to do. */
  nextAttemptAt: string | null;
  lastProblem: string | null;
  readonly createdAt: string;
  /** After this it would be of no use and is given up. */
  readonly expiresAt: string | null;
  sentAt: string | null;
}

export interface SupportRequestRow {
  readonly id: string;
  /** Who was signed in when it was sent. */
  readonly userId: string | null;
  readonly name: string;
  readonly email: string;
  readonly subject: SupportSubject;
  readonly orderNumber: string | null;
  readonly message: string;
  readonly createdAt: string;
}

/**
 * `encoded`: a new film was made; `repacked`: the same pictures and sound in a better container;
 * `fit`: it could stay as it is; `unused`: no lesson shows it any more; `failed`: it stays as it is, since
 * nothing could be made of it.
 */
export type TranscodeOutcome = 'encoded' | 'repacked' | 'fit' | 'unused' | 'failed';

/** An uploaded film that is made fit for every device. */
export interface TranscodeRow {
  readonly fileId: string;
  /** What its lessons show in its place. */
  resultFileId: string | null;
  /** Null: still to be done. */
  outcome: TranscodeOutcome | null;
  attempts: number;
  /** Null: nothing is left to do. */
  nextAttemptAt: string | null;
  lastProblem: string | null;
  readonly createdAt: string;
  finishedAt: string | null;
}

/** A file that nothing shows; it is kept for a while, as devices hold its address. */
export interface UnusedFileRow {
  readonly fileId: string;
  readonly since: string;
}

/** A file that goes up in pieces, or has, and waits to be used. */
export interface UploadRow {
  /** What its bytes are called on the disk, and what they stay called as a film: 128 random bits. */
  readonly fileId: string;
  readonly userId: string;
  /** Made by the device; one person's id says nothing about another's. */
  readonly id: string;
  readonly kind: UploadKind;
  readonly sizeBytes: number;
  /** SHA-256 in base64url as the device gave it; null: it gave none. */
  readonly digest: string | null;
  readonly createdAt: string;
  /** When the last bytes came. */
  touchedAt: string;
  /** When it was used; it is used once. */
  attachedAt: string | null;
}

/** One applied command of an admin; see schema/history.ts. `before` and `after` are JSON texts. */
export interface RevisionRow {
  readonly id: string;
  readonly kind: RevisionKind;
  readonly entity: RevisionEntity;
  readonly entityId: string;
  readonly courseId: string | null;
  readonly title: string;
  readonly userId: string | null;
  readonly madeAt: string;
  readonly receivedAt: string;
  readonly baseVersion: number | null;
  readonly version: number | null;
  readonly before: string;
  readonly after: string;
}

export interface Tables {
  users: UserRow;
  sessions: SessionRow;
  courses: CourseRow;
  modules: ModuleRow;
  lessons: LessonRow;
  lessonContents: LessonContentRow;
  resources: ResourceRow;
  files: FileRow;
  activationCodes: ActivationCodeRow;
  activations: ActivationRow;
  progress: ProgressRow;
  receipts: ReceiptRow;
  counters: CounterRow;
  changes: ChangeRow;
  epochs: EpochRow;
  codeBatches: CodeBatchRow;
  signInNetworks: SignInNetworkRow;
  resetRequests: ResetRequestRow;
  resetTokens: ResetTokenRow;
  secondFactors: SecondFactorRow;
  recoveryCodes: RecoveryCodeRow;
  mails: MailRow;
  supportRequests: SupportRequestRow;
  transcodes: TranscodeRow;
  unusedFiles: UnusedFileRow;
  uploads: UploadRow;
  revisions: RevisionRow;
}
