import type Sqlite from 'better-sqlite3';

const TRANSACTION = /^\s*(begin|savepoint|release|rollback)\b/i;
const COMMIT = /^\s*commit\b/i;

/** The disk of the server: after some more writes each fails, until there is space again. */
class ServerDisk {
  #writesLeft = Number.POSITIVE_INFINITY;
  #failures = 0;

  fill(writesLeft: number): void {
    this.#writesLeft = writesLeft;
  }

  free(): void {
    this.#writesLeft = Number.POSITIVE_INFINITY;
    this.#failures = 0;
  }

  get isLimited(): boolean {
    return Number.isFinite(this.#writesLeft);
  }

  get isFull(): boolean {
    return this.#writesLeft <= 0;
  }

  /** Throws as the file system does. */
  writeFile(): void {
    if (this.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    this.#writesLeft -= 1;
  }

  /** Returns whether SQLite undoes the whole transaction and not just the statement; null where it can write. */
  write({ isCommit }: { readonly isCommit: boolean }): { readonly undoesAll: boolean } | null {
    if (this.isFull) {
      this.#failures += 1;
      return { undoesAll: isCommit || this.#failures % 3 > 0 };
    }
    this.#writesLeft -= 1;
    return null;
  }
}

/** One server runs at a time. */
export const serverDisk = new ServerDisk();

/** Replaces `better-sqlite3`: its writes fail while the disk is full. */
export async function sqliteOnDisk(original: () => Promise<{ readonly default: typeof Sqlite }>) {
  const { default: Real } = await original();
  class OnDisk extends Real {
    override prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(text: string) {
      const statement = super.prepare<Parameters, Row>(text);
      const isCommit = COMMIT.test(text);
      if (!isCommit && (statement.readonly || TRANSACTION.test(text))) return statement;
      const write = () => {
        // A commit of what wrote nothing needs no space, and one that wrote has found some.
        const failure = serverDisk.write({ isCommit });
        if (failure === null) return;
        if (failure.undoesAll && this.inTransaction) this.exec('rollback');
        throw new Real.SqliteError('database or disk is full', 'SQLITE_FULL');
      };
      for (const name of ['run', 'all', 'get'] as const) {
        const execute: (...given: never[]) => unknown = statement[name].bind(statement);
        Object.assign(statement, {
          [name]: (...given: never[]) => {
            write();
            return execute(...given);
          },
        });
      }
      return statement;
    }
  }
  return { default: OnDisk };
}
