import { describeFailure } from '#schema/messages/user-facing-error.ts';

/** Stores drafts: one row per id; null removes the row. Rejects with a user-facing message. */
export type WriteDraft = (id: string, value: unknown) => Promise<void>;

/**
 * `saved`: everything is stored on the device. `problem`: why the last write failed, as a user-facing message.
 */
export type DraftSaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly problem: string };

/** Maximum delay of a held row; the text editor delays its edits as long. */
const HOLD_MS = 150;

const saved: DraftSaveState = { kind: 'saved' };
const saving: DraftSaveState = { kind: 'saving' };

/**
 * Writes drafts as fast as the device accepts them, without blocking the caller.
 * - One write at a time. Of a row that changed in the meantime only the latest value is written.
 * - A failed value is held and written with the next change, or when {@link flush} is called. Until it
 *   succeeds, the reported state stays `failed`.
 */
export class DraftWriter {
  readonly #write: WriteDraft;
  readonly #onChange: (saving: DraftSaveState) => void;
  readonly #pending = new Map<string, unknown>();
  #run: Promise<void> | null = null;
  #hasFailed = false;
  #later: ReturnType<typeof setTimeout> | null = null;

  constructor(write: WriteDraft, onChange: (saving: DraftSaveState) => void) {
    this.#write = write;
    this.#onChange = onChange;
  }

  /** Stores a value under an id; null removes it. */
  put(id: string, value: unknown): void {
    this.#pending.set(id, value);
    void this.flush();
  }

  /** Like {@link put}, but writes the row within 150 ms, together with rows that are put until then. */
  hold(id: string, value: unknown): void {
    this.#pending.set(id, value);
    if (this.#run === null && !this.#hasFailed) this.#onChange(saving);
    this.#later ??= setTimeout(() => void this.flush(), HOLD_MS);
  }

  /** Whether a row has a value that is not on the device yet. */
  holds(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Resolves when all values so far were written, or the write failed. */
  async flush(): Promise<void> {
    if (this.#later !== null) clearTimeout(this.#later);
    this.#later = null;
    if (this.#pending.size === 0) return;
    this.#run ??= this.#drain().finally(() => {
      this.#run = null;
    });
    await this.#run;
  }

  async #drain(): Promise<void> {
    if (!this.#hasFailed) this.#onChange(saving);
    for (;;) {
      const [next] = this.#pending;
      if (next === undefined) break;
      const [id, value] = next;
      try {
        await this.#write(id, value);
      } catch (error) {
        this.#hasFailed = true;
        this.#onChange({ kind: 'failed', problem: describeFailure(error) });
        return;
      }
      if (this.#pending.get(id) === value) this.#pending.delete(id);
    }
    this.#hasFailed = false;
    this.#onChange(saved);
  }
}
