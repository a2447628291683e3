/** Letters that are no base with a mark on it, and are typed without all the same. */
const LOOKALIKES: Readonly<Record<string, string | undefined>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i' };

const folded = new Map<string, string>();

/**
 * A text as it is compared: small letters, without marks. Each character stays one, so that what is found in the
 * folded text stands at the same place in the text itself.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  const safe = lower.length === text.length ? lower : text;
  return safe.replace(/[\u0080-\uFFFF]/g, (character) => {
    let base = folded.get(character);
    if (base === undefined) {
      base = baseOf(character);
      folded.set(character, base);
    }
    return base;
  });
}

/** Not of scripts whose marks make another letter of it: only where people leave marks out when in a hurry. */
function baseOf(character: string): string {
  const base = LOOKALIKES[character] ?? character.normalize('NFD').charAt(0);
  return /[a-z\u0370-\u03FF]/.test(base) ? base : character;
}
