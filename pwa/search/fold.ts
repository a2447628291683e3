/** Letters that Unicode does not decompose but that are often typed without their mark. */
const LOOKALIKES: Readonly<Record<string, string | undefined>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ı: 'i' };

const folded = new Map<string, string>();

/**
 * Folds a text for comparison: lower case, without diacritics. Each character stays one, so a position in the
 * folded text is the same in the original.
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

/** Excludes scripts whose marks change the letter: only where users commonly leave diacritics out. */
function baseOf(character: string): string {
  const base = LOOKALIKES[character] ?? character.normalize('NFD').charAt(0);
  return /[a-z\u0370-\u03FF]/.test(base) ? base : character;
}
