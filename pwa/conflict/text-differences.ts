import { type Change, diffWordsWithSpace } from 'diff';

/** A segment of a text, and whether the other text differs there. */
export interface TextPiece {
  /** Offset in its text, in characters. */
  readonly at: number;
  readonly text: string;
  readonly differs: boolean;
}

export interface TextDifferences {
  readonly mine: readonly TextPiece[];
  readonly theirs: readonly TextPiece[];
}

/** Comparing texts that have nothing in common is slow and shows nothing useful. */
const EDITS_MAX = 4_000;

/** Marks the words that differ between two texts. Texts too different to compare are marked whole. */
export function compareTexts(mine: string, theirs: string): TextDifferences {
  const changes = diffWordsWithSpace(mine, theirs, { maxEditLength: EDITS_MAX });
  if (changes === undefined) return { mine: [whole(mine)], theirs: [whole(theirs)] };
  return {
    mine: toPieces(changes.filter((change) => !change.added)),
    theirs: toPieces(changes.filter((change) => !change.removed)),
  };
}

function toPieces(changes: readonly Change[]): TextPiece[] {
  let at = 0;
  return changes.map(({ value, added, removed }) => {
    const piece = { at, text: value, differs: added || removed };
    at += value.length;
    return piece;
  });
}

const whole = (text: string): TextPiece => ({ at: 0, text, differs: true });
