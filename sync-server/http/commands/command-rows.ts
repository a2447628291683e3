import {
  findSessionUser,
  type SessionUser,
  toSessionUser,
} from '#sync-server/auth/session/session-queries.ts';
import { isOnPostgres } from '#sync-server/db/postgres/is-on-postgres.ts';
import type { ReceiptRow } from '#sync-server/db/tables.ts';
import type { Trx } from '#sync-server/db/transaction.ts';
import type { PreparedCommand } from './command.ts';
import { RowPrefetch } from './prefetch-rows.ts';
import {
  findReceipt,
  findSentCommands,
  insertReceipt,
  insertReceipts,
  toSentCommands,
} from './receipt-queries.ts';

/** The rows that a command needs before it runs. */
interface Before {
  readonly user: SessionUser | undefined;
  readonly receipt: ReceiptRow | undefined;
}

/** Reads the users and receipts, and stores the receipts, of the commands of a transaction. */
export interface CommandRows {
  before(command: PreparedCommand): Promise<Before>;
  /** To be called when a command has run. Stores its receipt; null: it leaves none. */
  after(command: PreparedCommand, receipt: ReceiptRow | null): Promise<unknown>;
  /** Stores the receipts that are not stored yet. To be called before the transaction ends. */
  finish(): Promise<void>;
}

/** Returns the rows of the commands of a transaction. On PostgreSQL several commands share their statements. */
export async function commandRowsOf(trx: Trx, commands: readonly PreparedCommand[]): Promise<CommandRows> {
  if (commands.length < 2 || !isOnPostgres(trx)) return ownRowsOf(trx);
  const sent = commands.map(({ session, key }) => ({ ...session, key: key ?? '' }));
  const rows = await findSentCommands(trx, toSentCommands(sent));
  const known = new Map<PreparedCommand, Known>();
  for (const { n, receivedKey, ...row } of rows) {
    const command = commands[n];
    if (command === undefined) continue;
    const user = toSessionUser(row, command.session.sessionId);
    known.set(command, { user, hasReceipt: receivedKey !== null });
  }
  return new SharedRows(trx, commands, known);
}

/** Returns rows that each command reads and writes by statements of its own. */
export const ownRowsOf = (trx: Trx): CommandRows => new OwnRows(trx);

class OwnRows implements CommandRows {
  readonly #trx: Trx;

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  async before({ session, key }: PreparedCommand): Promise<Before> {
    const findUser = () => findSessionUser(this.#trx, session);
    if (key === null) return { user: await findUser(), receipt: undefined };
    const find = () => findReceipt(this.#trx, session.userId, key);
    if (!isOnPostgres(this.#trx)) return { user: await findUser(), receipt: await find() };
    // Queries that are sent together take one round trip.
    const [user, receipt] = await Promise.all([findUser(), find()]);
    return { user, receipt };
  }

  after(_: PreparedCommand, receipt: ReceiptRow | null): Promise<unknown> {
    return receipt === null ? Promise.resolve() : insertReceipt(this.#trx, receipt);
  }

  async finish(): Promise<void> {}
}

interface Known {
  readonly user: SessionUser;
  readonly hasReceipt: boolean;
}

/**
 * One statement reads the rows of all commands, and one stores all receipts. The rows stay as they were read, because the
 * transaction has the locks of its users; rows that it changes itself are read again.
 */
class SharedRows implements CommandRows {
  readonly #trx: Trx;
  readonly #own: OwnRows;
  readonly #prefetch: RowPrefetch;
  readonly #known: Map<PreparedCommand, Known>;
  readonly #receipts = new Map<string, ReceiptRow>();

  constructor(trx: Trx, commands: readonly PreparedCommand[], known: Map<PreparedCommand, Known>) {
    this.#trx = trx;
    this.#own = new OwnRows(trx);
    this.#prefetch = new RowPrefetch(trx, commands);
    this.#known = known;
  }

  async before(command: PreparedCommand): Promise<Before> {
    await this.#prefetch.before(command);
    const known = this.#known.get(command);
    const isRepeat =
      known?.hasReceipt === true || this.#receipts.has(nameOf(command.session.userId, command.key));
    if (known !== undefined && !isRepeat) return { user: known.user, receipt: undefined };
    await this.finish();
    return this.#own.before(command);
  }

  async after(command: PreparedCommand, receipt: ReceiptRow | null): Promise<void> {
    if (receipt !== null) this.#receipts.set(nameOf(receipt.userId, receipt.key), receipt);
    this.#prefetch.after(command);
    if (!command.leavesUsers) this.#known.clear();
  }

  async finish(): Promise<void> {
    const receipts = [...this.#receipts.values()];
    this.#receipts.clear();
    if (receipts.length > 0) await insertReceipts(this.#trx, { receipts: JSON.stringify(receipts) });
  }
}

const nameOf = (userId: string, key: string | null): string => `${userId} ${key}`;
