import { cleanHtml, type HtmlVisitor } from '../finish/clean-html.ts';
import { boundedParser } from '../text/bounded-parser.ts';
import { textOfHtml, wellFormed } from '../text/plain-text.ts';

/** The text of an answer, and whether it lost a picture. */
interface AnswerText {
  readonly text: string;
  readonly hasPicture: boolean;
}

/** Links may stay: only their text is read. */
const textOnly: HtmlVisitor = {
  link: () => null,
  picture: (address) => address || 'picture',
  media: () => undefined,
  simplified: () => undefined,
};

/** Without these, HTML is text: most answers are. */
const MARKUP = /[<&]/;

/** The plain text of an answer or an explanation that is HTML. A picture is what its description says, if it has one. */
export function readAnswerText(html: string): AnswerText {
  const source = wellFormed(html);
  if (!MARKUP.test(source)) return { text: linesOf(source), hasPicture: false };
  const cleaned = cleanHtml(source, textOnly);
  if (!cleaned.includes('<img')) return { text: textOfHtml(cleaned), hasPicture: false };
  let described = '';
  const parser = boundedParser({
    onopentag: (name, { alt = '' }) => {
      if (name === 'img') described += ` ${alt} `;
    },
  });
  parser.end(cleaned);
  const text = textOfHtml(cleaned);
  return { text: text === '' ? linesOf(described) : text, hasPicture: true };
}

const linesOf = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
