import type { NamedSession, SessionUser } from '#sync-server/auth/session/session-queries.ts';
import type { Database } from '#sync-server/db/open.ts';
import type { PrefetchedRow } from '#sync-server/db/prefetched-rows.ts';
import type { Scope } from '#sync-server/db/scope.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import type { Position } from '#sync-server/sync/epoch/run-queries.ts';

/** A command ready to run: read, authorised, its body parsed as JSON but not yet validated. */
export interface PreparedCommand {
  /** The session of the caller, to whom the receipt belongs. */
  readonly session: NamedSession;
  /** The rows that its transaction reads and changes; the whole database by default. */
  readonly scope?: Scope;
  /** The Idempotency-Key; null: the command runs each time it is sent. */
  readonly key: string | null;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly now: Date;
  /**
   * Authorises the caller by the rows as the transaction reads them, also of a repeat, which must not return data that
   * the caller may no longer read. Throws ApiError.
   */
  readonly authorise: (found: SessionUser | undefined) => void;
  /** The work changes no user and no session. */
  readonly leavesUsers?: boolean;
  /** The row that the work changes; it changes no other row of this kind. */
  readonly prefetches?: PrefetchedRow | undefined;
  /**
   * Decides whether a command without a receipt is run, if an earlier epoch acknowledged it. Throws ApiError,
   * which leaves no receipt: the decision is not the command's.
   */
  readonly admitAgain?: (trx: Trx) => Promise<void>;
  /** Validates the input and does the work; returns the body of the 200. Awaits only the database. */
  readonly execute: (trx: Trx) => Promise<unknown>;
  /** Returns what the receipt stores of a reply, an error too; the whole reply by default. */
  readonly trimReceipt?: ((reply: object) => unknown) | undefined;
  /**
   * Whether running the executed, or refused, command again, however late, leaves what it left the first time, or
   * what later commands made of that. Its receipt then needs no body. False by default.
   */
  readonly mayRunAgain?: () => boolean;
  /** For a command that may run together with those of other users, on PostgreSQL. */
  readonly joint?: JointCommand | undefined;
}

/** The part of a command that runs with others: every step is one statement for all of them. */
export interface JointCommand {
  /** The key of the command. */
  readonly key: string;
  /**
   * Authorises the caller, by the rows as the transaction reads them. Throws ApiError for a command that is refused,
   * which has to run alone.
   */
  readonly accept: (found: SessionUser | undefined) => void;
  /** The work of all commands of an endpoint; only commands with the same one run together. */
  readonly work: JointWork;
}

export interface JointWork {
  /**
   * Runs commands in one transaction, whose scope is all their users. Returns the reply of each; null for one that has to
   * run alone. Rejects, with no effect, on an error.
   */
  readonly run: (db: Database, commands: readonly Joinable[]) => Promise<readonly (CommandReply | null)[]>;
}

/** A command with its part that runs together with others. */
export type Joinable = PreparedCommand & { readonly joint: JointCommand };

export const isJoinable = (command: PreparedCommand): command is Joinable => command.joint !== undefined;

/** The reply to a command. `receipt` is its key when the receipt was or is already written. */
export interface CommandReply {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  readonly receipt: string | null;
  readonly isReplayed: boolean;
  /** The end of the history with this command, if it was read after or with its effect. */
  readonly position?: Position;
}
