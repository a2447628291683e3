import { Observable, type Readable, Signal } from '#pwa/device/observable.ts';
import type { DraftRow } from '#pwa/store/database/rows.ts';
import { changedDraftRows, readDraftRows, recordOfDraftRow, toDraftRows } from './draft-rows.ts';
import { type DraftSaveState, DraftWriter, type WriteDraft } from './draft-writer.ts';
import { type Drafts, isDirty, noDrafts } from './editor-draft.ts';
import { rebaseDrafts } from './rebase-drafts.ts';

export interface BookState {
  readonly drafts: Drafts;
  /**
   * Drafts that were handed to the outbox and are shown until they are read back from there; otherwise empty.
   */
  readonly leaving: Drafts;
  readonly isDirty: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /**
   * Counts how often the drafts changed other than by typing. Text fields reset their value when it
   * changes.
   */
  readonly jumps: number;
  /** When the newest draft of an earlier visit was written (ISO instant); null once it is discarded or saved. */
  readonly restoredFrom: string | null;
}

interface DraftBookOptions {
  courseId: string;
  /** The draft rows of an earlier visit. */
  rows: readonly DraftRow[];
  write: WriteDraft;
}

export interface TypedOptions {
  /** The field shows the typed text itself, so other subscribers and the device may receive it slightly later. */
  readonly isShown?: boolean;
}

const STEPS_MAX = 200;
/** Typing in one field is one undo step, unless the user pauses for this long. */
const STEP_PAUSE_MS = 1_500;
/** Other subscribers receive typed text when typing pauses: rendering them at each key is slow. */
const TYPING_PAUSE_MS = 250;
/** Maximum delay of a notification during continuous typing. */
const NOTIFY_DELAY_MAX_MS = 1_000;

/**
 * The unsaved changes of one open course, in memory and on the device.
 * - A change is shown and written at once, typed text within 150 ms; the UI does not wait for the write.
 * - Every change can be undone and redone until the course is saved. Undo writes like any other change.
 */
export class DraftBook {
  readonly #courseId: string;
  readonly #writer: DraftWriter;
  /** Emitted when typing pauses, so later than the state changes. */
  readonly #notices = new Signal();
  readonly #saveState = new Observable<DraftSaveState>({ kind: 'saved' });
  /** The pending notification; `since` is the time of the first change that it covers. */
  #pendingNotice: { readonly since: number; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  readonly #flushes = new Signal();
  #past: Drafts[] = [];
  #future: Drafts[] = [];
  #step: { readonly name: string; readonly at: number } | null = null;
  #state: BookState;
  #jumps = 0;
  /** The commands of the drafts that are leaving. */
  #awaited: readonly string[] = [];
  /** The module or lesson of the newest draft of an earlier visit; null without one. */
  readonly lastEditedId: string | null;

  constructor({ courseId, rows, write }: DraftBookOptions) {
    this.#courseId = courseId;
    this.#writer = new DraftWriter(write, (saveState) => this.#saveState.set(saveState));
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

  /** The newest state, including changes that subscribers have not been notified of. */
  readonly state: Readable<BookState> = { get: () => this.#state, subscribe: this.#notices.subscribe };

  /**
   * Whether everything is stored on the device. Separate from the state, so that a write renders only its own
   * status text.
   */
  readonly saveState: Readable<DraftSaveState> = this.#saveState;

  /**
   * Changes the drafts.
   *
   * @param step names the field, so that continuous typing is undone as one step; without it the change is
   * its own step
   */
  change(next: (drafts: Drafts) => Drafts, step?: string, { isShown = false }: TypedOptions = {}): void {
    const before = this.#state.drafts;
    const drafts = next(before);
    if (drafts === before) return;
    const isContinued = this.#continues(step);
    if (!isContinued) this.#past = [...this.#past, before].slice(-STEPS_MAX);
    this.#future = [];
    // The first key of a step changes more than the text: the record becomes unsaved.
    this.#show(drafts, isShown && isContinued);
  }

  /** Like {@link change}, for values that are not typed but restored. */
  replaceDrafts(next: (drafts: Drafts) => Drafts): void {
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

  /** Discards all unsaved changes; {@link undo} restores them. */
  discard(): void {
    this.replaceDrafts(() => noDrafts);
    this.#publish({ restoredFrom: null });
  }

  /** Dismisses the notice about restored drafts. */
  acknowledgeRestored(): void {
    this.#publish({ restoredFrom: null });
  }

  /** The rows of the current drafts, by id. */
  listRows(): ReadonlyMap<string, unknown> {
    return toDraftRows(this.#courseId, this.#state.drafts);
  }

  /**
   * Call after these drafts became commands in the outbox and their rows were deleted. Later changes remain
   * drafts on top of them. The handed-over drafts are shown until the commands are read back: a change that is typed
   * before has them as its base.
   */
  leave(taken: Drafts, commandIds: readonly string[] = []): void {
    this.#awaited = commandIds;
    this.#past = [];
    this.#future = [];
    this.#step = null;
    const drafts = rebaseDrafts(this.#state.drafts, taken);
    this.#publish({ drafts, leaving: taken, isDirty: isDirty(drafts), restoredFrom: null });
    const left = toDraftRows(this.#courseId, drafts);
    for (const [id, value] of left) this.#writer.put(id, value);
    // A value that could not be stored is in the outbox now and must not be restored as a draft.
    for (const id of toDraftRows(this.#courseId, taken).keys())
      if (!left.has(id) && this.#writer.holds(id)) this.#writer.put(id, null);
  }

  /** Call with the commands that the course on the screen was read with. */
  noteRead(commandIds: ReadonlySet<string>): void {
    if (this.#awaited.every((id) => commandIds.has(id))) this.arrive(this.#state.leaving);
  }

  /** The drafts that were handed over need not be shown any more; those of a later save stay. */
  arrive(taken: Drafts): void {
    if (this.#state.leaving === taken && taken !== noDrafts) this.#publish({ leaving: noDrafts });
  }

  /**
   * Registers a listener that reports pending text when the book is flushed. Returns a function that
   * unregisters it.
   */
  readonly onFlush = this.#flushes.subscribe;

  /** Resolves when everything typed so far was written, or the write failed. */
  flush(): Promise<void> {
    this.#flushes.emit();
    return this.#writer.flush();
  }

  /** Pending text is flushed first, because it is the newest change and the one to undo. */
  #jump(): void {
    this.#flushes.emit();
    this.#jumps += 1;
  }

  #continues(step: string | undefined): boolean {
    const now = Date.now();
    const last = this.#step;
    this.#step = step === undefined ? null : { name: step, at: now };
    return last !== null && last.name === step && now - last.at < STEP_PAUSE_MS;
  }

  #show(drafts: Drafts, isLate = false): void {
    const changed = changedDraftRows(this.#courseId, this.#state.drafts, drafts);
    this.#publish({ drafts, isDirty: isDirty(drafts) }, isLate);
    for (const [id, value] of changed) {
      if (isLate) this.#writer.hold(id, value);
      else this.#writer.put(id, value);
    }
  }

  #publish(change: Partial<BookState>, isLate = false): void {
    const [canUndo, canRedo] = [this.#past.length > 0, this.#future.length > 0];
    this.#state = { ...this.#state, ...change, canUndo, canRedo, jumps: this.#jumps };
    if (isLate) this.#notifyLater();
    else this.#notify();
  }

  #notifyLater(): void {
    const now = Date.now();
    const since = this.#pendingNotice?.since ?? now;
    clearTimeout(this.#pendingNotice?.timer);
    const waitMs = Math.min(TYPING_PAUSE_MS, since + NOTIFY_DELAY_MAX_MS - now);
    this.#pendingNotice = { since, timer: setTimeout(() => this.#notify(), waitMs) };
  }

  #notify(): void {
    clearTimeout(this.#pendingNotice?.timer);
    this.#pendingNotice = null;
    this.#notices.emit();
  }
}
