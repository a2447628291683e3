import type { Kysely } from 'kysely';
import type { Scope } from '../scope.ts';
import type { Tables } from '../tables.ts';

type WithExecutor = Pick<Kysely<Tables>, 'getExecutor'>;

/** Transactions of single users that run at the same time. The other connections are left to reads. */
const PERSONS_MAX = 8;

/** Lets a bounded number run at the same time, the others in their order. */
class Lane {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

/**
 * The writing transactions of this process wait for each other here, as long as they would wait for each other's locks:
 * one that waits in the database occupies a connection, and reads would soon find none.
 */
export class WriterLanes {
  readonly #whole = new Lane(1);
  readonly #persons = new Lane(PERSONS_MAX);

  run<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    return (scope === 'whole' ? this.#whole : this.#persons).run(work);
  }
}

const lanes = new WeakMap<object, WriterLanes>();

export function setLanes(db: WithExecutor): void {
  lanes.set(db.getExecutor(), new WriterLanes());
}

/** Undefined for SQLite, which has one writer in any case. */
export const lanesOf = (db: WithExecutor): WriterLanes | undefined => lanes.get(db.getExecutor());
