// A tag ends where the next begins: a text full of open ones is read in one go.
const PICTURES = /<img\b[^<>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

/**
 * Addresses of the pictures in a lesson's HTML, but for those that lie in the text itself (`data:`). Reads
 * the text without parsing it: it was sanitised when it was written, and what is read here is only asked
 * for or counted, never shown as markup.
 */
export function listPictures(html: string): string[] {
  return [...html.matchAll(PICTURES)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? '')
    .filter((source) => source !== '' && !/^data:/i.test(source));
}
