import { diffWordsWithSpace } from 'diff';

/** A piece of two texts laid over each other. */
export interface InlinePiece {
  /** Its place in the row of pieces. */
  readonly at: number;
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Comparing texts that have nothing in common takes long and shows nothing. */
const EDITS_MAX = 1_500;
/** A long stretch that is the same shows only its ends, so that a change in a long text is found. */
const SAME_MAX_CHARACTERS = 500;
const ENDS_CHARACTERS = 180;

/** What became of a text, word by word; texts too different to compare are one removed and one added. */
export function compareInline(before: string, after: string): InlinePiece[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: EDITS_MAX }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return changes.map(({ value, added, removed }, at) => {
    if (added) return { at, kind: 'added', text: value };
    if (removed) return { at, kind: 'removed', text: value };
    return { at, kind: 'same', text: shorten(value, at === 0, at === changes.length - 1) };
  });
}

function shorten(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= SAME_MAX_CHARACTERS) return text;
  const head = isFirst ? '' : text.slice(0, ENDS_CHARACTERS);
  const tail = isLast ? '' : text.slice(-ENDS_CHARACTERS);
  return `${head} […] ${tail}`;
}
