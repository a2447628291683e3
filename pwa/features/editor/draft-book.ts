import type { DraftRow } from '../../store/rows.ts';
import { changedDraftRows, readDraftRows, recordOfDraftRow, toDraftRows } from './draft-rows.ts';
import { DraftWriter, type Keeping, type WriteDraft } from './draft-writer.ts';
import { type Drafts, isDirty, noDrafts } from './editor-draft.ts';
import { rebaseDrafts } from './rebase-drafts.ts';

export interface BookState {
  readonly drafts: Drafts;
  /** What is on its way into the outbox, to be shown until it is seen there; else no drafts. */
  readonly leaving: Drafts;
  readonly isDirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** How often the words became others than those last typed: whoever shows a text shows it anew. */
  readonly jumps: number;
  /** When the newest draft of an earlier visit was written (ISO instant); null once it is discarded or saved. */
  readonly restoredFrom: string | null;
}

interface DraftBookOptions {
  courseId: string;
  /** What an earlier visit left on the device. */
  rows: readonly DraftRow[];
  write: WriteDraft;
}

const STEPS_MAX = 200;
/** Typing in one field is one step of undo, unless a pause of this length parts it. */
const STEP_PAUSE_MS = 1_500;

/**
 * The unsaved changes of one open course, in memory and on the device.
 * - A change is shown at once and written at once; nobody waits for the device.
 * - Every change can be undone and redone until the course is saved. Undo writes like any other change.
 */
export class DraftBook {
  readonly #courseId: string;
  readonly #writer: DraftWriter;
  readonly #listeners = new Set<() => void>();
  readonly #holders = new Set<() => void>();
  #past: Drafts[] = [];
  #future: Drafts[] = [];
  #step: { readonly name: string; readonly at: number } | null = null;
  #state: BookState;
  #jumps = 0;
  /** The module or lesson of the newest draft of an earlier visit; null without one. */
  readonly lastEditedId: string | null;
  #keeping: Keeping = { kind: 'kept' };

  constructor({ courseId, rows, write }: DraftBookOptions) {
    this.#courseId = courseId;
    this.#writer = new DraftWriter(write, (keeping) => {
      this.#keeping = keeping;
      this.#notify();
    });
    const drafts = readDraftRows(courseId, rows);
    const newest = rows.toSorted((one, other) => (one.updatedAt < other.updatedAt ? -1 : 1)).at(-1);
    this.lastEditedId = newest === undefined ? null : recordOfDraftRow(courseId, newest.id);
    this.#state = {
      drafts,
      leaving: noDrafts,
      isDirty: isDirty(drafts),
      canUndo: false,
      canRedo: false,
      jumps: 0,
      restoredFrom: isDirty(drafts) ? (newest?.updatedAt ?? null) : null,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): BookState => this.#state;

  /** Whether it is all on the device. Apart from the state, so that a write draws no more than its own line. */
  readonly getKeeping = (): Keeping => this.#keeping;

  /**
   * Changes the drafts.
   *
   * @param step names what is typed into, so that a word is undone as a whole; without it the change is a step of its own
   */
  change(next: (drafts: Drafts) => Drafts, step?: string): void {
    const before = this.#state.drafts;
    const drafts = next(before);
    if (drafts === before) return;
    if (!this.#continues(step)) this.#past = [...this.#past, before].slice(-STEPS_MAX);
    this.#future = [];
    this.#show(drafts);
  }

  /** As {@link change}, of words that are not typed but brought back. */
  bring(next: (drafts: Drafts) => Drafts): void {
    this.#jump();
    this.change(next);
  }

  undo(): void {
    this.#jump();
    const drafts = this.#past.at(-1);
    if (drafts === undefined) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#state.drafts];
    this.#step = null;
    this.#show(drafts);
  }

  redo(): void {
    this.#jump();
    const drafts = this.#future.at(-1);
    if (drafts === undefined) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#state.drafts];
    this.#step = null;
    this.#show(drafts);
  }

  /** Drops everything unsaved; {@link undo} brings it back. */
  discard(): void {
    this.bring(() => noDrafts);
    this.#publish({ restoredFrom: null });
  }

  /** The notice of what was restored has been read. */
  acknowledgeRestored(): void {
    this.#publish({ restoredFrom: null });
  }

  /** The rows that hold the present drafts, by id. */
  listRows(): ReadonlyMap<string, unknown> {
    return toDraftRows(this.#courseId, this.#state.drafts);
  }

  /**
   * These drafts are commands in the outbox now, and their rows are gone from the device. What was typed
   * meanwhile stays a draft, on top of them. They go on being shown until {@link arrive}.
   */
  leave(taken: Drafts): void {
    this.#past = [];
    this.#future = [];
    this.#step = null;
    const drafts = rebaseDrafts(this.#state.drafts, taken);
    this.#publish({ drafts, leaving: taken, isDirty: isDirty(drafts), restoredFrom: null });
    const left = toDraftRows(this.#courseId, drafts);
    for (const [id, value] of left) this.#writer.put(id, value);
    // What the device had no room for is in the outbox now, and must not come back as a draft.
    for (const id of toDraftRows(this.#courseId, taken).keys())
      if (!left.has(id) && this.#writer.holds(id)) this.#writer.put(id, null);
  }

  /** What left is seen among the commands. */
  arrive(): void {
    this.#publish({ leaving: noDrafts });
  }

  /** Who holds words back for a moment tells them when this is called. Answers how to stop. */
  onFlush(tell: () => void): () => void {
    this.#holders.add(tell);
    return () => this.#holders.delete(tell);
  }

  /** Resolves when everything typed so far was written, or could not be. */
  flush(): Promise<void> {
    this.#hear();
    return this.#writer.flush();
  }

  #hear(): void {
    for (const tell of this.#holders) tell();
  }

  /** What was typed a moment ago is told first: it is what is undone, and comes not after it. */
  #jump(): void {
    this.#hear();
    this.#jumps += 1;
  }

  #continues(step: string | undefined): boolean {
    const now = Date.now();
    const last = this.#step;
    this.#step = step === undefined ? null : { name: step, at: now };
    return last !== null && last.name === step && now - last.at < STEP_PAUSE_MS;
  }

  #show(drafts: Drafts): void {
    const changed = changedDraftRows(this.#courseId, this.#state.drafts, drafts);
    this.#publish({ drafts, isDirty: isDirty(drafts) });
    for (const [id, value] of changed) this.#writer.put(id, value);
  }

  #publish(change: Partial<BookState>): void {
    const [canUndo, canRedo] = [this.#past.length > 0, this.#future.length > 0];
    this.#state = { ...this.#state, ...change, canUndo, canRedo, jumps: this.#jumps };
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
