import type { Scope } from '#sync-server/db/scope.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import type { Position } from '#sync-server/epoch/run-queries.ts';
import type { NamedSession, SessionUser } from '#sync-server/sessions/session-queries.ts';

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
}

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
