/** What programs write until an author does: it explains nothing. */
const STOCK =
  /^(?:your answer is |that is |that's )?(?:partially |not )?(?:correct|incorrect|right|wrong)(?: answer)?\s*[.!]?$/i;

/** The feedback of a question without texts that only say whether an answer was right. */
export const explaining = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.trim() !== '' && !STOCK.test(text.replace(/<[^<>]*>/g, ' ').trim()));
