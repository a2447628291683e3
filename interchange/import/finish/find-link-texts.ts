import { boundedParser } from '../text/bounded-parser.ts';
import { onOneLine } from '../text/titles.ts';

/** Returns the texts of the links of a text by their addresses; of several with one address, the first text. */
export function findLinkTexts(html: string): Map<string, string> {
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
