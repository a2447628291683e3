import { boundedParser } from '../text/bounded-parser.ts';
import { onOneLine } from '../text/titles.ts';

/** The texts of the links of a lesson. They are read when the first is needed: few links need theirs. */
export class LinkTexts {
  readonly #html: string;
  #texts: ReadonlyMap<string, string> | null = null;

  constructor(html: string) {
    this.#html = html;
  }

  /** The text of the link to an address, the first of several that is not empty; empty if there is none. */
  find(address: string): string {
    this.#texts ??= readTexts(this.#html);
    return this.#texts.get(address) ?? '';
  }
}

function readTexts(html: string): Map<string, string> {
  const texts = new Map<string, string>();
  let address: string | null = null;
  let text = '';
  const end = () => {
    const label = onOneLine(text);
    if (address !== null && label !== '' && !texts.has(address)) texts.set(address, label);
    address = null;
    text = '';
  };
  const parser = boundedParser({
    onopentag: (name, { href }) => {
      if (name !== 'a') return;
      end();
      address = href?.trim() ?? null;
    },
    ontext: (piece) => {
      if (address !== null) text += piece;
    },
    onclosetag: (name) => {
      if (name === 'a') end();
    },
  });
  parser.end(html);
  return texts;
}
