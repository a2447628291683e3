/** DI: default ignorable, such as fillers. Two characters look blank but count as symbols: of braille and of music. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800\u{1d159}]/u;

/** Whether a reader sees anything of a text: more than spaces, control and format characters, fillers. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}
