import { describeFailure } from '#schema/spoken-error.ts';

/** Where drafts are kept: one row an id; null takes the row away. Rejects with a sentence people can read. */
export type WriteDraft = (id: string, value: unknown) => Promise<void>;

/** `kept`: everything handed over lies on the device. `problem`: why the last write failed, as a sentence. */
export type Keeping =
  | { readonly kind: 'kept' }
  | { readonly kind: 'keeping' }
  | { readonly kind: 'failed'; readonly problem: string };

const kept: Keeping = { kind: 'kept' };
const keeping: Keeping = { kind: 'keeping' };

/**
 * Writes drafts down as fast as the device takes them and never makes anybody wait.
 * - One write at a time; of a row that changed again meanwhile only the latest value is written.
 * - What could not be written is held and goes with the next change, or when {@link flush} is called. Until it
 *   does, a new attempt is no news.
 */
export class DraftWriter {
  readonly #write: WriteDraft;
  readonly #onChange: (keeping: Keeping) => void;
  readonly #pending = new Map<string, unknown>();
  #run: Promise<void> | null = null;
  #hasFailed = false;

  constructor(write: WriteDraft, onChange: (keeping: Keeping) => void) {
    this.#write = write;
    this.#onChange = onChange;
  }

  /** Keeps a value under an id; null removes it. */
  put(id: string, value: unknown): void {
    this.#pending.set(id, value);
    void this.flush();
  }

  /** Whether a row has something that is not on the device yet. */
  holds(id: string): boolean {
    return this.#pending.has(id);
  }

  /** Resolves when everything handed over so far was written, or could not be. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    this.#run ??= this.#drain().finally(() => {
      this.#run = null;
    });
    await this.#run;
  }

  async #drain(): Promise<void> {
    if (!this.#hasFailed) this.#onChange(keeping);
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
    this.#onChange(kept);
  }
}
