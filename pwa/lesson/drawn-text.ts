/*
 * A lesson's text as it was drawn before React was there. The desk takes over the very nodes, with their
 * pictures loaded, instead of making them once more.
 */
interface DrawnText {
  readonly html: string;
  readonly room: HTMLElement;
}

let held: DrawnText | null = null;

export function holdDrawnText(drawn: DrawnText): void {
  held = drawn;
}

/** Hands them over, once; null when another text was drawn, or none. */
export function takeDrawnText(html: string): readonly Node[] | null {
  const nodes = held?.html === html ? [...held.room.childNodes] : null;
  held = null;
  return nodes;
}
