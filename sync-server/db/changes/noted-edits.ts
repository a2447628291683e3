import type { RowKind } from '#schema/sync/row-kinds.ts';
import type { Db } from '../open.ts';

/** A changed row: a user's own (`userId`), or one that belongs to a course. */
export interface Change {
  readonly kind: RowKind;
  readonly id: string;
  readonly userId?: string;
  readonly courseId?: string;
  readonly isDeleted?: boolean;
}

export interface CourseEdit {
  readonly courseId: string;
  /** ISO time. */
  readonly at: string;
  /** The rows below the course that changed. */
  readonly changes: readonly Change[];
}

type Recorder = () => Promise<void>;

/**
 * The edits of a transaction that are not recorded yet. Several edits of one row become one change: other devices need no
 * more, and on PostgreSQL each statement that updates a row again is slower than the one before.
 */
export class NotedEdits {
  /** The time of the last edit of each course. */
  readonly courses: Map<string, string>;
  readonly #changes: Map<string, Change>;
  /** Given by the queries: the transaction calls it at its end, and queries import the transaction. */
  #record: Recorder;

  constructor(
    courses = new Map<string, string>(),
    changes = new Map<string, Change>(),
    record: Recorder = async () => {},
  ) {
    this.courses = courses;
    this.#changes = changes;
    this.#record = record;
  }

  get changes(): readonly Change[] {
    return [...this.#changes.values()];
  }

  /** @param record writes all noted edits */
  note({ courseId, at, changes }: CourseEdit, record: Recorder): void {
    this.#record = record;
    this.courses.set(courseId, at);
    for (const change of [{ kind: 'course', id: courseId, courseId } as const, ...changes]) {
      this.#changes.set(rowOf(change), change);
    }
  }

  has(row: Pick<Change, 'kind' | 'id'>): boolean {
    return this.#changes.has(rowOf(row));
  }

  record(): Promise<void> {
    return this.#record();
  }

  copy(): NotedEdits {
    return new NotedEdits(new Map(this.courses), new Map(this.#changes), this.#record);
  }
}

const rowOf = ({ kind, id, userId = '' }: Change): string => `${kind} ${id} ${userId}`;

type WithExecutor = Pick<Db, 'getExecutor'>;

const noted = new WeakMap<object, NotedEdits>();

/** Undefined for a transaction that records each edit at once. */
export const notedEditsOf = (trx: WithExecutor): NotedEdits | undefined => noted.get(trx.getExecutor());

export function setNotedEdits(trx: WithExecutor, edits: NotedEdits): void {
  noted.set(trx.getExecutor(), edits);
}
