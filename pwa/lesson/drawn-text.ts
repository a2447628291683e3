/*
 * The text of a prerendered lesson. The lesson page takes over its DOM nodes, with loaded images, instead of
 * creating them again.
 */
interface DrawnText {
  readonly html: string;
  readonly room: HTMLElement;
}

let held: DrawnText | null = null;

export function holdDrawnText(drawn: DrawnText): void {
  held = drawn;
}

/** Returns the nodes once; null if another text was prerendered, or none. */
export function takeDrawnText(html: string): readonly Node[] | null {
  const nodes = held?.html === html ? [...held.room.childNodes] : null;
  held = null;
  return nodes;
}
