/** Words. */
const READ_PER_MINUTE = 200;
/** Characters without spaces between words: so many are read in the time of one word. */
const UNSPACED_SHARE = 2.5;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The minutes that it takes to read the text of a lesson: at least one for any text, none for no text. */
export function readingMinutes(html: string): number {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&[a-z]+;|&#\d+;/gi, ' ');
  const characters = text.match(UNSPACED)?.length ?? 0;
  const spaced = text.replace(UNSPACED, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}’'-]*/gu)?.length ?? 0;
  const total = spaced + characters / UNSPACED_SHARE;
  return total === 0 ? 0 : Math.max(1, Math.round(total / READ_PER_MINUTE));
}
