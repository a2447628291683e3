/**
 * Why the codes of a list may be something else:
 * - `shortened`: long numbers as a spreadsheet shows them, `1.2E+15`, without their last digits.
 * - `dates`: dates, also those that a spreadsheet makes of codes such as `SEP-1`.
 * - `names`: names of people or things, or addresses of mail.
 * - `numbers`: consecutive or short numbers.
 * - `repeated`: most lines repeat others.
 */
export type DoubtKind = 'shortened' | 'dates' | 'names' | 'numbers' | 'repeated';

export interface Doubt {
  readonly kind: DoubtKind;
  readonly count: number;
  readonly example: string;
}

const SHORTENED = /^\d([.,]\d+)?E\+?\d{1,3}$/i;
/** As Excel shortens them, in English and German. */
const MONTH = '(?:jan|feb|m[aä]r|mrz|apr|ma[iy]|jun|jul|aug|sept?|o[ck]t|nov|de[cz])\\.?';
const DATE = new RegExp(
  [
    '^\\d{4}([-/.])\\d{1,2}\\1\\d{1,2}(?:[ T].*)?$',
    '^\\d{1,2}([-/.])\\d{1,2}\\2(?:\\d{4}|\\d{2})(?: .*)?$',
    `^\\d{1,2}\\.?[- /]${MONTH}(?:[- /]\\d{2,4})?$`,
    `^${MONTH}[- ]\\d{2}$`,
  ].join('|'),
  'i',
);
const NAME = /^\p{Lu}\p{Ll}+(?:[ '’-][\p{L}.]+)*$|^[\p{L}\p{M}'’.-]+(?: [\p{L}\p{M}'’.-]+)+$|@/u;
const SHORT_NUMBER = /^\d{1,5}$/;
const NUMBER = /^\d{1,15}$/;

/** Collects the doubts about a list, one code after the other. */
export class Doubts {
  readonly #found = new Map<DoubtKind, { count: number; example: string }>();
  #codes = 0;
  #areNumbers = true;
  #areShort = true;
  #areConsecutive = true;
  #last: string | null = null;

  note(code: string): void {
    this.#codes += 1;
    if (SHORTENED.test(code)) this.#count('shortened', code);
    if (DATE.test(code)) this.#count('dates', code);
    if (NAME.test(code)) this.#count('names', code);
    this.#areNumbers &&= NUMBER.test(code);
    this.#areShort &&= SHORT_NUMBER.test(code);
    this.#areConsecutive &&= this.#last === null || Number(code) === Number(this.#last) + 1;
    if (this.#areNumbers) this.#count('numbers', code);
    this.#last = code;
  }

  /** @param duplicates lines that repeat a code */
  list(duplicates: number): Doubt[] {
    const areNumbers = this.#areNumbers && (this.#areShort || (this.#areConsecutive && this.#codes > 1));
    const found = [...this.#found].flatMap(([kind, { count, example }]) => {
      if (kind === 'numbers' && !areNumbers) return [];
      // One code may be a word.
      return kind === 'names' && count * 2 < this.#codes ? [] : [{ kind, count, example }];
    });
    if (duplicates <= this.#codes || this.#last === null) return found;
    return [...found, { kind: 'repeated', count: duplicates, example: this.#last }];
  }

  #count(kind: DoubtKind, code: string): void {
    const { count, example } = this.#found.get(kind) ?? { count: 0, example: code };
    this.#found.set(kind, { count: count + 1, example });
  }
}
