import { diffWordsWithSpace } from 'diff';

/** A piece of the inline difference of two texts. */
export interface InlinePiece {
  /** Its index among the pieces. */
  readonly at: number;
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Comparing texts that have nothing in common is slow and shows nothing useful. */
const EDITS_MAX = 1_500;
/** Shows only the ends of a long unchanged passage, so that a change in a long text is easy to find. */
const SAME_MAX_CHARACTERS = 500;
const ENDS_CHARACTERS = 180;

/** Compares two texts word by word. Texts that are too different are one removed and one added piece. */
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
