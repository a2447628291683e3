/*
 * Folds texts for comparison: lower case, compatible forms taken apart (`ﬁ` is `fi`, `ﷲ` is four letters), without the
 * marks that readers of the language leave out. Marks that make another letter or vowel stay: `й`, `ガ`, those of Thai and
 * Indic scripts.
 */

/** Letters that Unicode does not take apart but that are often typed in another form. */
const LETTERS: Readonly<Record<string, string | undefined>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ς: 'σ' },
  ...{ ё: 'е', '\u0671': 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ہ: 'ه', ة: 'ه' },
};

/** A character with all that follows it as its marks. Plain letters need only lower case. */
const CLUSTER = /\P{ASCII}[\p{M}\uff9e\uff9f]*|\p{ASCII}[\p{M}\uff9e\uff9f]+/gu;
/** Never displayed: joiners, soft hyphens, marks of direction; and the line that stretches Arabic words. */
const UNSEEN = /[\p{Cf}\u0640]/gu;
/** Vowel signs and other points of Hebrew, Arabic and Syriac; not the punctuation between them. */
const POINTS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0730-\u074a\u08ca-\u08ff]/g;
/** Letters whose accents are commonly left out. */
const ACCENTED = /^[\p{sc=Latn}\p{sc=Grek}]/u;
/** In Cyrillic, only the accent that shows the stress. */
const STRESSED = /([аеёиоуыэюяіїєѣ])[\u0300\u0301]+/g;
const DIGITS = /[٠-٩۰-۹]/g;
/** Thai and Lao vowels that dictionaries do not know in parts. */
const WHOLE = /^[\u0e33\u0eb3]/;

const known = new Map<string, string>();
/** Longer ones are hostile. */
const KNOWN_MAX_CHARACTERS = 4;

function foldCluster(cluster: string): string {
  const before = known.get(cluster);
  if (before !== undefined) return before;
  const parts = cluster
    .toLowerCase()
    .normalize(WHOLE.test(cluster) ? 'NFC' : 'NFKD')
    .replace(UNSEEN, '')
    .replace(POINTS, '');
  const bare = ACCENTED.test(parts) ? parts.replace(/\p{M}/gu, '') : parts.replace(STRESSED, '$1');
  const folded = [...bare.normalize('NFC')]
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
  if (cluster.length <= KNOWN_MAX_CHARACTERS) known.set(cluster, folded);
  return folded;
}

/** Folds a text for comparison. */
export function fold(text: string): string {
  return text.replace(CLUSTER, foldCluster).toLowerCase();
}

/** A folded text whose places are known in the original one. */
export interface FoldedText {
  readonly text: string;
  /** The places in the original text of a part of the folded one, extended to whole characters. */
  readonly placeOf: (from: number, to: number) => { readonly from: number; readonly to: number };
}

/** {@link fold}, with the places of its characters: one may become several, or none. */
export function foldWithPlaces(original: string): FoldedText {
  /** For each folded character, where its cluster begins in the original text. */
  const starts: number[] = [];
  let at = 0;
  const takePlain = (end: number) => {
    for (; at < end; at += 1) starts.push(at);
  };
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    takePlain(index);
    for (let left = foldCluster(cluster).length; left > 0; left -= 1) starts.push(index);
    at = index + cluster.length;
  }
  takePlain(original.length);
  const endOf = (last: number): number => {
    let next = last + 1;
    while (next < starts.length && starts[next] === starts[last]) next += 1;
    return starts[next] ?? original.length;
  };
  return {
    text: fold(original),
    placeOf: (from, to) => ({ from: starts[from] ?? original.length, to: endOf(to - 1) }),
  };
}
