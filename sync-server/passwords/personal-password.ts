const PRODUCT_NAME = 'Carrel';
/** Shorter parts of a name are ignored: any password can be composed of single letters. */
const NAME_PART_MIN_LETTERS = 2;
/** Enough for a date of birth. A password with more digits and symbols than this is not rejected. */
const OTHERS_MAX = 8;

/** The current or future owner of the password. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

/**
 * Whether a password consists of the owner's name, the email or the product's name: its letters are such
 * names only, in any order and number, with at most eight digits or symbols around or between them. Ignores
 * accents and case. Takes time linear in the password.
 */
export function isPersonalPassword(password: string, { name, email }: PasswordOwner): boolean {
  const local = email.slice(0, email.lastIndexOf('@'));
  const plain = withoutSigns(password);
  if (plain !== '' && [name, email, local].some((text) => withoutSigns(text) === plain)) return true;
  const letters = lettersOf(password);
  if (letters === '' || countOthers(password) > OTHERS_MAX) return false;
  return isComposedOf(letters, namePartsOf(`${name} ${email} ${PRODUCT_NAME}`));
}

/** Removes case and accents. */
const folded = (text: string): string => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
const lettersOf = (text: string): string => folded(text).replace(/\P{L}/gu, '');
const withoutSigns = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '');
const countOthers = (text: string): number => Array.from(folded(text).replace(/\p{L}/gu, '')).length;

function namePartsOf(text: string): ReadonlySet<string> {
  return new Set(
    folded(text)
      .split(/\P{L}+/u)
      .filter((namePart) => namePart.length >= NAME_PART_MIN_LETTERS),
  );
}

/** Whether `letters` is a sequence of the given names, each used any number of times. */
function isComposedOf(letters: string, nameParts: ReadonlySet<string>): boolean {
  const reachable = new Set([0]);
  for (let start = 0; start < letters.length; start += 1) {
    if (!reachable.has(start)) continue;
    for (const namePart of nameParts)
      if (letters.startsWith(namePart, start)) reachable.add(start + namePart.length);
  }
  return reachable.has(letters.length);
}
