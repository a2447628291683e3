import type { SupportSubject } from '#schema/account/support.ts';
import type { RevisionEntity, RevisionKind } from '#schema/editor/history.ts';
import type { RowKind } from '#schema/sync/row-kinds.ts';
import type {
  PasskeyChallengeRow,
  PasskeyRow,
  RecoveryCodeRow,
  SecondFactorRow,
  SessionRow,
  UserRow,
} from './account-tables.ts';
import type {
  ActivationCodeRow,
  ActivationRow,
  CodeAlertRow,
  CodeBatchRow,
  RedemptionRow,
} from './code-tables.ts';
import type { CourseFields, LessonFields, ModuleFields, ResourceFields } from './entity-columns.ts';
import type { AttemptRow, GradeRow, PlainTables, QuestionVersionRow, RegradeRow } from './quiz-tables.ts';
import type { ResetRequestRow, ResetTokenRow, SignInNetworkRow } from './recovery-tables.ts';
import type {
  ApiKeyRow,
  ShopIgnoredProductRow,
  ShopOrderCodeRow,
  ShopOrderRow,
  ShopProductRow,
  ShopSourceRow,
} from './shop-tables.ts';
import type { UploadPieceRow, UploadRow } from './upload-tables.ts';

/**
 * One row type per table. Columns are named as in the API. Times are ISO strings in UTC, `position` is a
 * fractional key that is compared by code units (never by the database's collation), `version` counts edits
 * of the row for If-Match.
 */
export interface CourseRow extends CourseFields {
  readonly id: string;
  position: string;
  version: number;
  /** Incremented by every change to the API's data of this course, except the number of its learners. */
  revision: number;
  readonly createdAt: string;
  updatedAt: string;
}

/** A course that is deleted and not removed yet; see live-rows.ts. */
export interface DeletedCourseRow {
  readonly courseId: string;
  deletedAt: string;
  /** Until then it is in the trash and can be restored; null: its rows are being removed. */
  purgeAt: string | null;
  readonly deletedBy: string | null;
}

/** Learners of a course whose devices are still to be notified; see trash/learner-notices.ts. */
export interface LearnerNoticeRow {
  readonly courseId: string;
  /** 1: they have lost the course; 0: it was restored. */
  readonly isLost: 0 | 1;
  /** The last learner who was notified, in the order of ids; '' before the first. */
  notifiedTo: string;
}

export interface ModuleRow extends ModuleFields {
  readonly id: string;
  readonly courseId: string;
  version: number;
}

export interface LessonRow extends LessonFields {
  readonly id: string;
  /** An uploaded video; `videoUrl` is the address of another site. */
  videoFileId: string | null;
  version: number;
}

/** Separate from the lessons, so outlines are read without the HTML. */
export interface LessonContentRow {
  readonly lessonId: string;
  content: string;
}

export interface ResourceRow extends ResourceFields {
  readonly id: string;
  readonly lessonId: string;
  position: string;
  /** An uploaded file; `url` is the address of another site. */
  fileId: string | null;
  version: number;
}

/** A file below media/, named by its id. */
export interface FileRow {
  /** 128 random bits as 32 lowercase hex characters. */
  readonly id: string;
  /** The file name for downloads. */
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** SHA-256 of the bytes in base64url; the ETag. */
  readonly digest: string;
}

/**
 * The number of activations: of `all`, of a `course` by its id, or of a UTC `day` such as `2026-11-21`. Changed in the
 * transaction that inserts or removes them (courses/count-queries.ts). A missing row is 0.
 */
export interface ActivationCountRow {
  readonly kind: 'all' | 'course' | 'day';
  readonly key: string;
  count: number;
}

export interface ProgressRow {
  readonly userId: string;
  readonly lessonId: string;
  completedAt: string | null;
  completedUpdatedAt: string | null;
  positionSeconds: number;
  positionUpdatedAt: string | null;
}

/** The stored first reply to a command: a repeat gets the same reply and has no effect. */
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

/**
 * The last change of a row, retained after the row is deleted (a tombstone). The order is `sequence`, never a
 * clock. For activations `id` is the course's, for progress the lesson's.
 */
export interface ChangeRow {
  readonly kind: RowKind;
  readonly id: string;
  /** The owner; '' for rows that belong to a course and not to a user. */
  readonly userId: string;
  readonly courseId: string | null;
  readonly isDeleted: 0 | 1;
  readonly sequence: number;
  readonly changedAt: string;
}

/**
 * An epoch of this database. A new one begins when it was restored from a backup: commands acknowledged since
 * the backup are missing, and devices must know.
 */
export interface EpochRow {
  /** Counts the epochs; the highest is the current one. */
  readonly number: number;
  /** A UUID, because a restored database continues to count from its backup. */
  readonly epoch: string;
  /** The operator's decision about the time after the backup; null without one. */
  readonly restoreIntent: 'keep' | 'discard' | null;
}

/**
 * A run of the server, from a start to the next one. A restored database continues to number its changes from
 * the backup; the run tells two changes with one number apart.
 */
export interface RunRow {
  /** The last change before it. */
  readonly startSequence: number;
  /** A random name. */
  readonly run: string;
}

/** `nobody` is written where no account was found, so the reply takes as long; it is never sent. */
export type MailKind =
  | 'welcome'
  | 'courseUnlocked'
  | 'resetCode'
  | 'passwordChanged'
  | 'secondFactor'
  | 'supportRequest'
  | 'supportReceived'
  | 'lowCodes'
  | 'notPublished'
  | 'shopCodes'
  | 'nobody';

/** A message that is sent after its transaction has committed. */
export interface MailRow {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  /** Encrypted, as it may contain a reset code; null once it was sent or has failed. */
  sealedContent: string | null;
  attempts: number;
  /** Null: nothing is left to do. */
  nextAttemptAt: string | null;
  lastProblem: string | null;
  readonly createdAt: string;
  /** After this time the message is useless and is marked as failed. */
  readonly expiresAt: string | null;
  sentAt: string | null;
}

export interface SupportRequestRow {
  readonly id: string;
  /** The user who was signed in when it was sent. */
  readonly userId: string | null;
  readonly name: string;
  readonly email: string;
  readonly subject: SupportSubject;
  readonly orderNumber: string | null;
  readonly message: string;
  readonly createdAt: string;
  /** When an admin marked it as done; null while it is open. */
  doneAt: string | null;
}

/**
 * `encoded`: the video was transcoded; `repacked`: the same streams in a better container; `fit`: the
 * original is suitable; `unused`: no lesson shows it any more; `failed`: transcoding failed and the original
 * is used.
 */
export type TranscodeOutcome = 'encoded' | 'repacked' | 'fit' | 'unused' | 'failed';

/** An uploaded video that is transcoded for every device. */
export interface TranscodeRow {
  readonly fileId: string;
  /** The replacement that its lessons show. */
  resultFileId: string | null;
  /** Null: pending. */
  outcome: TranscodeOutcome | null;
  attempts: number;
  /** Null: nothing is left to do. */
  nextAttemptAt: string | null;
  lastProblem: string | null;
}

/** A file that is no longer used; it is retained for a while, as devices hold its address. */
export interface UnusedFileRow {
  readonly fileId: string;
  readonly since: string;
}

/**
 * One applied command of an admin; see schema/editor/history.ts. `before` and `after` are JSON texts without the
 * HTML of lessons.
 */
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
  /** The HTML before and after, by digest; null if it did not change. */
  readonly beforeText: string | null;
  readonly afterText: string | null;
}

/** HTML in the history: a text that many revisions have is stored once. */
export interface RevisionTextRow {
  /** SHA-256 of the text, in base64url. */
  readonly digest: string;
  readonly characters: number;
  /** The text that this one is a difference from; null: it is stored whole. */
  readonly base: string | null;
  /** The number of differences that lead to it from a whole text. */
  readonly steps: number;
  readonly sharedStart: number | null;
  readonly sharedEnd: number | null;
  /** See history/text-difference.ts. */
  readonly packed: string;
}

/** A setting of the site that an admin has changed; without a row, it is that of the product. */
export interface SiteFieldRow {
  readonly field: string;
  value: string;
}

export interface Tables extends PlainTables {
  users: UserRow;
  sessions: SessionRow;
  courses: CourseRow;
  deletedCourses: DeletedCourseRow;
  learnerNotices: LearnerNoticeRow;
  modules: ModuleRow;
  lessons: LessonRow;
  lessonContents: LessonContentRow;
  resources: ResourceRow;
  questionVersions: QuestionVersionRow;
  files: FileRow;
  activationCodes: ActivationCodeRow;
  activations: ActivationRow;
  activationCounts: ActivationCountRow;
  progress: ProgressRow;
  attempts: AttemptRow;
  grades: GradeRow;
  regrades: RegradeRow;
  receipts: ReceiptRow;
  counters: CounterRow;
  changes: ChangeRow;
  epochs: EpochRow;
  runs: RunRow;
  codeBatches: CodeBatchRow;
  redemptions: RedemptionRow;
  codeAlerts: CodeAlertRow;
  shopSources: ShopSourceRow;
  shopProducts: ShopProductRow;
  shopIgnoredProducts: ShopIgnoredProductRow;
  shopOrders: ShopOrderRow;
  shopOrderCodes: ShopOrderCodeRow;
  apiKeys: ApiKeyRow;
  signInNetworks: SignInNetworkRow;
  resetRequests: ResetRequestRow;
  resetTokens: ResetTokenRow;
  secondFactors: SecondFactorRow;
  recoveryCodes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  passkeyChallenges: PasskeyChallengeRow;
  mails: MailRow;
  supportRequests: SupportRequestRow;
  siteFields: SiteFieldRow;
  transcodes: TranscodeRow;
  unusedFiles: UnusedFileRow;
  uploads: UploadRow;
  uploadPieces: UploadPieceRow;
  revisions: RevisionRow;
  revisionTexts: RevisionTextRow;
}
