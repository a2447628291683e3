import { boundedParser } from '../text/bounded-parser.ts';

/** Returns the addresses of the pictures of a text, in their order, and how often it has each. */
export function findPictures(html: string): Map<string, number> {
  const found = new Map<string, number>();
  if (!/<img/i.test(html)) return found;
  const parser = boundedParser({
    onopentag: (name, { src }) => {
      if (name !== 'img' || src === undefined) return;
      const address = src.trim();
      found.set(address, (found.get(address) ?? 0) + 1);
    },
  });
  parser.end(html);
  return found;
}
