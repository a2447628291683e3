import { Dexie, type PromiseExtended, type Table, type TXWithTables } from 'dexie';
import {
  type AdminBatchCodeRow,
  type AdminCodeBatchRow,
  type AdminCodesRow,
  type AdminCourseRow,
  type AdminRequestRow,
  type AdminUserRow,
  completeCourseRow,
  type DeletedSnapshotRow,
} from './admin-rows.ts';
import { noteBlocked, watchOpening } from './blocked.ts';
import { StoreGoneError } from './errors.ts';
import { readKnownUser } from './known-user.ts';
import { privateStoreName } from './private-store-name.ts';
import type { ReadTables } from './read-table.ts';
import {
  completeLessonRow,
  type Download,
  type DownloadPlanRow,
  type DraftRow,
  type ImportTextRow,
  type LessonContentRow,
  type LessonRow,
  type ModuleRow,
  type OfflineCourseRow,
  type OutboxRow,
  type ResourceRow,
  type SearchIndexRow,
  type StateRow,
  type StoredRow,
} from './rows.ts';
import { storeVersions } from './store-versions.ts';
import type { UploadBytesRow, UploadRow } from './upload-rows.ts';

/** The tables of a user's store, in a transaction or outside. */
export type Tables = ReadTables<PrivateDatabase>;

/**
 * A transaction that writes; only `write` creates one. Unlike the tables of a store, those of a transaction belong
 * to it also after a native promise was awaited, where Dexie no longer knows which transaction is current.
 */
export type Tx = TXWithTables<PrivateDatabase> & { readonly userId: string };

/** A transaction that only reads. */
export type ReadTx = Tables & Pick<Tx, 'idbtrans'>;

/** The argument of a function that only reads: the store, or the transaction that the function is part of. */
export type Reader = PrivateStore | ReadTx;

/**
 * All data of one user, in a database of its own, so deleting it leaves no trace and no user can read
 * another's. Open it by {@link openPrivateStore}; access it by `read` and `write`.
 */
export interface PrivateStore extends Tables {
  readonly userId: string;
  /** Its owner signed out: it stays closed for all holders of this object. */
  readonly isGone: boolean;
  /** For work in the background, see `inBackground`; null for users' own work, which waits. */
  readonly limits: TimeLimits | null;
  /** Dexie's own object. Only `access.ts`, tests and benchmarks open transactions on it or write through it. */
  readonly database: PrivateDatabase;
}

/** How long the storage may take. */
export interface TimeLimits {
  read<T>(result: Promise<T>): Promise<T>;
  /** @param begin calls `onBegin` with the transaction, which may have to wait for others */
  transact<T>(begin: (onBegin: (tx: IDBTransaction) => void) => PromiseLike<T>): Promise<T>;
}

/** Dexie's side of a {@link PrivateStore}. */
export class PrivateDatabase extends Dexie implements PrivateStore {
  readonly userId: string;
  isGone = false;
  readonly limits: TimeLimits | null = null;
  readonly database = this;
  declare readonly courses: Table<OfflineCourseRow, string>;
  declare readonly modules: Table<ModuleRow, string>;
  declare readonly lessons: Table<LessonRow, string>;
  declare readonly lessonContents: Table<LessonContentRow, string>;
  declare readonly resources: Table<ResourceRow, string>;
  declare readonly quizzes: Table<StoredRow<'quiz'>, string>;
  declare readonly questions: Table<StoredRow<'question'>, string>;
  declare readonly attempts: Table<StoredRow<'attempt'>, string>;
  declare readonly progress: Table<StoredRow<'progress'>, string>;
  declare readonly drafts: Table<DraftRow, string>;
  declare readonly outbox: Table<OutboxRow, number, Omit<OutboxRow, 'order'>>;
  declare readonly downloads: Table<Download, string>;
  declare readonly state: Table<StateRow, string>;
  declare readonly adminCourses: Table<AdminCourseRow, string>;
  declare readonly adminUsers: Table<AdminUserRow, string>;
  declare readonly adminRequests: Table<AdminRequestRow, string>;
  declare readonly adminCodes: Table<AdminCodesRow, string>;
  declare readonly deletedSnapshots: Table<DeletedSnapshotRow, string>;
  declare readonly adminCodeBatches: Table<AdminCodeBatchRow, string>;
  declare readonly adminBatchCodes: Table<AdminBatchCodeRow, string>;
  declare readonly uploads: Table<UploadRow, string>;
  declare readonly uploadBytes: Table<UploadBytesRow, string>;
  /** The HTML and quizzes of imported courses, as they are sent with their commands. */
  declare readonly importTexts: Table<ImportTextRow, string>;
  declare readonly downloadPlans: Table<DownloadPlanRow, string>;
  declare readonly searchIndexes: Table<SearchIndexRow, string>;

  constructor(userId: string) {
    super(privateStoreName(userId), { chromeTransactionDurability: 'strict' });
    this.userId = userId;
    for (const [index, added] of storeVersions.entries()) this.version(index + 1).stores(added);
    this.lessons.hook('reading', completeLessonRow);
    this.adminCourses.hook('reading', completeCourseRow);
    this.on('blocked', ({ target }) => {
      noteBlocked(target);
      return false;
    });
    this.on('versionchange', (event) => {
      // No new version means that another tab deletes it: the user signed out there.
      if (!event.newVersion) this.leave();
      else this.close({ disableAutoOpen: false });
      return false;
    });
  }

  /** Dexie calls it at the first access. */
  override open(): PromiseExtended<Dexie> {
    const opening = super.open();
    // Dexie multiplies versions by ten.
    watchOpening(this.name, 10 * storeVersions.length, opening);
    return opening;
  }

  /** Closes it permanently, for all holders of this object. */
  leave(): void {
    this.isGone = true;
    this.close();
  }
}

let opened: PrivateDatabase | null = null;

/**
 * Returns the known user's private store; Dexie opens it at the first access.
 *
 * @throws {StoreGoneError} for any other user: their store is never opened
 */
export function openPrivateStore(userId: string): PrivateStore {
  if (readKnownUser()?.id !== userId) throw new StoreGoneError();
  if (opened?.userId === userId && !opened.isGone) return opened;
  opened?.leave();
  opened = new PrivateDatabase(userId);
  return opened;
}

/** Returns the known user's store; null without a known user. */
export function findPrivateStore(): PrivateStore | null {
  const user = readKnownUser();
  return user === null ? null : openPrivateStore(user.id);
}

/** Closes the store of a user who signs out, so no work under way can write to it. */
export function leavePrivateStore(userId: string): void {
  if (opened?.userId === userId) opened.leave();
}
