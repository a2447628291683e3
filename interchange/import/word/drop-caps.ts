/** A paragraph. Those of text boxes are inside of others, so only one without an inner paragraph is matched. */
const DROP_CAP =
  /<w:p(?:\s[^>]*)?>(?:(?!<w:p[\s>]|<\/w:p>).){0,2000}?<w:framePr\b[^>]*\bw:dropCap="(?:drop|margin)"(?:(?!<w:p[\s>]|<\/w:p>).)*?<\/w:p>\s*(<w:p(?:\s[^>]*)?>)(<w:pPr>(?:(?!<\/w:pPr>).)*<\/w:pPr>|<w:pPr\/>)?/gs;
const TEXT = /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>/g;

/**
 * The XML of a document whose large first letters are part of the word that they begin: Word stores each as a paragraph
 * before that of the word.
 */
export const joinDropCaps = (xml: string): string =>
  xml.includes('w:dropCap=')
    ? xml.replace(DROP_CAP, (match: string, begin: string, properties = '') => {
        const letter = match.slice(0, match.length - begin.length - properties.length);
        const text = [...letter.matchAll(TEXT)].map(([, piece]) => piece).join('');
        return `${begin}${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
      })
    : xml;
