// A tag ends where the next starts, so a text full of unclosed ones is read in linear time.
const IMAGES = /<img\b[^<>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

/**
 * Returns the addresses of the images in a lesson's HTML, except inline ones (`data:`). Reads the text
 * without parsing it: it was sanitised when it was written, and the addresses are only requested or counted,
 * never rendered as markup.
 */
export function listImages(html: string): string[] {
  return [...html.matchAll(IMAGES)]
    .map(([, double, single, bare]) => double ?? single ?? bare ?? '')
    .filter((source) => source !== '' && !/^data:/i.test(source));
}
