import { Parser } from 'htmlparser2';

/** Returns the addresses of the pictures of a text, in their order, and how often it has each. */
export function findPictures(html: string): Map<string, number> {
  const found = new Map<string, number>();
  const parser = new Parser(
    {
      onopentag: (name, { src }) => {
        if (name !== 'img' || src === undefined) return;
        const address = src.trim();
        found.set(address, (found.get(address) ?? 0) + 1);
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return found;
}
