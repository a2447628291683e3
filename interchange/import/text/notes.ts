/** Footnotes and endnotes by the id that references lead to. */
export type Notes = ReadonlyMap<string, string>;

const LIST = /<ol><li id="(?:foot|end)note-/;
const NOTE =
  /<li id="((?:foot|end)note-[^"]*)">(.*?)<\/li>(?=<li id="(?:foot|end)note-|<\/ol>(?:<dl>.*)?$)/gs;
const REFERENCE = /<sup><a href="#((?:foot|end)note-[^"]*)" id="[^"]*">\[\d+\]<\/a><\/sup>/g;
const BACK_LINK = /\s*<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g;

/** Parts the notes, which mammoth lists behind a document, from its text. */
export function partNotes(html: string): { readonly text: string; readonly notes: Notes } {
  const start = html.search(LIST);
  if (start < 0) return { text: html, notes: new Map() };
  const matches = html.slice(start).matchAll(NOTE);
  const notes = new Map([...matches].map(([, id = '', note = '']) => [id, note.replace(BACK_LINK, '')]));
  return { text: html.slice(0, start), notes };
}

/** A part of the text with the notes that it refers to at its end, numbered from 1. */
export function withNotes(html: string, notes: Notes): string {
  const used: string[] = [];
  const text = html.replace(REFERENCE, (reference, id: string) => {
    if (!notes.has(id)) return reference;
    if (!used.includes(id)) used.push(id);
    return `<sup>[${used.indexOf(id) + 1}]</sup>`;
  });
  if (used.length === 0) return html;
  return `${text}<hr><ol>${used.map((id) => `<li>${notes.get(id) ?? ''}</li>`).join('')}</ol>`;
}
