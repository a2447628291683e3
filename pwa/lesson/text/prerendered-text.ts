/*
 * The text of a prerendered lesson. The lesson page takes over its DOM nodes, with loaded images, instead of
 * creating them again.
 */
interface PrerenderedText {
  readonly html: string;
  readonly container: HTMLElement;
}

let held: PrerenderedText | null = null;

export function holdPrerenderedText(text: PrerenderedText): void {
  held = text;
}

/** Returns the nodes once; null if another text was prerendered, or none. */
export function takePrerenderedText(html: string): readonly Node[] | null {
  const nodes = held?.html === html ? [...held.container.childNodes] : null;
  held = null;
  return nodes;
}
