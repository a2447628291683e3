const PRODUCT_NAME = 'Carrel';
/** Shorter pieces of a name say nothing: with single letters any password could be spelled. */
const WORD_MIN_LETTERS = 2;
/** Enough for a date of birth. A password with more digits and signs than this is judged by them. */
const OTHERS_MAX = 8;

/** Whose password it is, or is to become. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

/**
 * Whether a password consists of the owner's name, email or the product's name: its letters are such words
 * and nothing else, in any order and number, with at most eight digits or signs around or between them.
 * Accents and case do not count. Takes time linear in the password.
 */
export function isPersonalPassword(password: string, { name, email }: PasswordOwner): boolean {
  const local = email.slice(0, email.lastIndexOf('@'));
  const plain = withoutSigns(password);
  if (plain !== '' && [name, email, local].some((text) => withoutSigns(text) === plain)) return true;
  const letters = lettersOf(password);
  if (letters === '' || countOthers(password) > OTHERS_MAX) return false;
  return isMadeOf(letters, wordsOf(`${name} ${email} ${PRODUCT_NAME}`));
}

/** Without case and accents. */
const folded = (text: string): string => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
const lettersOf = (text: string): string => folded(text).replace(/\P{L}/gu, '');
const withoutSigns = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '');
const countOthers = (text: string): number => Array.from(folded(text).replace(/\p{L}/gu, '')).length;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    folded(text)
      .split(/\P{L}+/u)
      .filter((word) => word.length >= WORD_MIN_LETTERS),
  );
}

/** Whether `letters` is a sequence of `words`, each as often as one likes. */
function isMadeOf(letters: string, words: ReadonlySet<string>): boolean {
  const reachable = new Set([0]);
  for (let start = 0; start < letters.length; start += 1) {
    if (!reachable.has(start)) continue;
    for (const word of words) if (letters.startsWith(word, start)) reachable.add(start + word.length);
  }
  return reachable.has(letters.length);
}
