/** A text that was drawn before React was there, until the desk takes it over. */
let drawn: { readonly html: string; readonly text: HTMLElement } | null = null;

export function holdDrawnText(html: string, text: HTMLElement): void {
  drawn = { html, text };
}

/** Hands the drawn text over, once, with its pictures loaded; null when another text was drawn, or none. */
export function takeDrawnText(html: string): readonly Node[] | null {
  const nodes = drawn?.html === html ? [...drawn.text.childNodes] : null;
  drawn = null;
  return nodes;
}
