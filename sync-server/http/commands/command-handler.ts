import type * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import type { Caller } from '../caller.ts';
import type { CommandReply } from './command.ts';

export type InputOf<E extends Endpoint> = v.InferOutput<E['input']>;
export type OutputOf<E extends Endpoint> = v.InferOutput<E['output']>;

/** A command as its handler receives it. */
export interface CommandCall<Input, Ready = undefined> {
  readonly caller: Caller;
  readonly input: Input;
  /** The result of `prepare`; undefined where there is no such step. */
  readonly ready: Ready | undefined;
  /** The value of a path parameter, unvalidated. */
  readonly param: (name: string) => string;
  /** The version in If-Match, for calls that honour it; null: unconditional. */
  readonly ifMatch: number | null;
  /**
   * When the command was created, by its device's clock (ISO time); the time of arrival if the device sent
   * none.
   */
  readonly madeAt: string;
  readonly now: Date;
}

/** The origin of a command, known before its body is parsed. */
export interface CommandOrigin {
  readonly caller: Caller;
  readonly param: (name: string) => string;
  readonly address: string;
}

/** The steps of a command that are its own, in the order in which `commandRoute` takes them. */
export interface CommandHandler<E extends Endpoint, Ready = undefined> {
  readonly endpoint: E;
  /** The work; awaits only the database. */
  readonly run: (trx: Trx, call: CommandCall<InputOf<E>, Ready>) => Promise<OutputOf<E>>;
  readonly parse: (body: unknown) => InputOf<E>;
  /** The work reads and changes only what belongs to its caller, besides rows of courses that it reads. */
  readonly isPersonal?: boolean;
  /** Runs before the transaction, and only for commands without a receipt: rate limits. Throws ApiError. */
  readonly admit?: (origin: CommandOrigin) => Promise<void>;
  /**
   * Slow work that must not block the database, before the transaction and only for authorised commands
   * without a receipt. It rejects nothing: `run` rejects what it finds wrong.
   */
  readonly prepare?: (body: unknown, origin: CommandOrigin) => Promise<Ready>;
  /**
   * Work on the body alone, before the transaction and only for an authorised caller. Unlike `prepare` it
   * does not depend on earlier commands of a batch, so the command still shares its transaction. An error
   * that it throws is returned where it leaves a receipt.
   */
  readonly digest?: (body: unknown) => Promise<Ready>;
  /** Runs after the commit of a new command (not of a repeat). */
  readonly afterCommit?: (
    origin: CommandOrigin,
    reply: CommandReply,
    ready: Ready | undefined,
  ) => Promise<void>;
  /**
   * Returns the minimal form of the output (`Prefer: return=minimal`), which the receipt stores too. `body` is
   * the request's.
   */
  readonly minimise?: (output: OutputOf<E>, body: unknown) => unknown;
  /**
   * Returns what the receipt stores of a reply, an error too: without long texts, which `complete` adds to the
   * reply of a repeat.
   */
  readonly trimReceipt?: (reply: object) => unknown;
  /** See `PreparedCommand`; of the executed command's input. */
  readonly mayRunAgain?: (input: InputOf<E>, now: Date) => boolean;
  /**
   * Adds to a reply, a repeated one too, the data that its receipt omits because it would grow without bound,
   * and headers of its own.
   */
  readonly complete?: (reply: CommandReply, call: CompletedCall<Ready>) => Promise<CompletedReply>;
}

/** A command that has run, or whose receipt was found. */
export interface CompletedCall<Ready = undefined> {
  readonly origin: CommandOrigin;
  /** The request's, unvalidated. */
  readonly body: unknown;
  /** The result of `digest`, or of `prepare` for a new command. */
  readonly ready: Ready | undefined;
  readonly isMinimal: boolean;
}

interface CompletedReply {
  /** JSON text; that of the receipt unless given. */
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Whether a command depends on the absence of its receipt before its transaction: its rate limit counts, and its slow
 * work is done, once. A repeat that arrives meanwhile must find the receipt, so such a command waits for no others.
 */
export const needsReceiptFirst = <E extends Endpoint, Ready>({
  admit,
  prepare,
}: CommandHandler<E, Ready>): boolean => admit !== undefined || prepare !== undefined;
