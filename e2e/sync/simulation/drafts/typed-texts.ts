import { markersIn } from '../run/oracle.ts';

/**
 * - `typed`: the device may have stored it or not yet
 * - `stored`: the device confirmed that it stored it
 * - `saving`: Save Course was pressed and did not return
 * - `leaving`: the user removed it, and the device did not confirm that yet
 */
type TextState = 'typed' | 'stored' | 'saving' | 'leaving';

interface Entry {
  readonly courseId: string;
  readonly state: TextState;
}

/** Why a typed text is no draft any more. */
export type Outcome = 'notStored' | 'sent' | 'removed' | 'missing';

/** What one user typed on one device and has neither saved nor discarded: by its unique texts. */
export class TypedTexts {
  readonly #entries = new Map<string, Entry>();

  /** The drafts of a course hold these texts now; others that they held before were removed by the user. */
  note(courseId: string, texts: readonly string[]): { readonly removed: readonly string[] } {
    const removed: string[] = [];
    for (const [text, { state }] of this.#of(courseId)) {
      if (texts.includes(text)) continue;
      this.#entries.set(text, { courseId, state: 'leaving' });
      if (state !== 'leaving') removed.push(text);
    }
    for (const text of texts) {
      const before = this.#entries.get(text);
      if (before === undefined || before.state === 'leaving')
        this.#entries.set(text, { courseId, state: 'typed' });
    }
    return { removed };
  }

  /** One more was typed. */
  noteTyped(courseId: string, text: string): void {
    this.#entries.set(text, { courseId, state: 'typed' });
  }

  /** The device confirmed that it stored the drafts of a course, which hold these texts. */
  confirm(courseId: string, texts: readonly string[]): void {
    for (const [text, entry] of this.#of(courseId)) {
      if (texts.includes(text)) this.#entries.set(text, { courseId, state: 'stored' });
      else if (entry.state === 'leaving') this.#entries.delete(text);
    }
  }

  /** Save Course was pressed with these texts. */
  noteSaving(courseId: string, texts: readonly string[]): void {
    for (const text of texts) this.#entries.set(text, { courseId, state: 'saving' });
  }

  /** They are commands now. */
  noteSaved(texts: readonly string[]): void {
    for (const text of texts) this.#entries.delete(text);
  }

  /**
   * The editor was opened again and read these texts from the device. Returns what became of the others, and
   * which texts are drafts without having been typed here.
   */
  reopen(courseId: string, texts: readonly string[]) {
    const unknown = texts.filter((text) => !this.#entries.has(text));
    const gone = this.#of(courseId).filter(([text]) => !texts.includes(text));
    for (const [text] of gone) this.#entries.delete(text);
    for (const text of texts) this.#entries.set(text, { courseId, state: 'stored' });
    return { unknown, gone: gone.map(([text, { state }]) => [text, outcomes[state]] as const) };
  }

  stored(): readonly string[] {
    return [...this.#entries].filter(([, { state }]) => state === 'stored').map(([text]) => text);
  }

  /** They are all gone. */
  forget(): readonly string[] {
    const texts = [...this.#entries.keys()];
    this.#entries.clear();
    return texts;
  }

  #of(courseId: string): [string, Entry][] {
    return [...this.#entries].filter(([, entry]) => entry.courseId === courseId);
  }

  /** The courses with a text. */
  courses(): readonly string[] {
    return [...new Set([...this.#entries.values()].map(({ courseId }) => courseId))];
  }
}

const outcomes = {
  typed: 'notStored',
  saving: 'sent',
  leaving: 'removed',
  stored: 'missing',
} as const satisfies Record<TextState, Outcome>;

interface Drafted {
  readonly base: unknown;
  readonly changes: unknown;
}

/** The unique texts that were typed into drafts, without those that their fields had before. */
export function typedIn(drafts: readonly Drafted[]): string[] {
  return drafts.flatMap(({ base, changes }) => {
    const before = new Set(markersIn(base));
    return markersIn(changes).filter((text) => !before.has(text));
  });
}
