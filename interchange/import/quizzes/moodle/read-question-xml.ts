import { htmlOf } from '#interchange/import/moodle/moodle-text.ts';
import { decodePercent } from '#interchange/import/paths.ts';
import { escapeHtml } from '#interchange/import/text/plain-text.ts';
import { childrenOf, findElement, textAt, textOf, type XmlElement } from '#interchange/import/xml.ts';
import { pointsOf } from '../foreign-quiz.ts';
import type { MoodleAnswer, MoodleQuestion } from './question-parts.ts';

/** Names of formats instead of Moodle's numbers. */
const FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries({ moodle_auto_format: '0', html: '1', plain_text: '2', markdown: '4' }),
);

/** A question of a file in Moodle's XML. */
export function readQuestionXml(
  element: XmlElement,
  firstLanguage: (text: string) => string,
): MoodleQuestion {
  const html = (parent: XmlElement | undefined, format = 'html') => firstLanguage(htmlAt(parent, format));
  const answerElements = childrenOf(element, 'answer');
  const type = element.attributes.get('type') ?? '';
  return {
    type,
    name: firstLanguage(textAt(element, 'name', 'text')),
    prompt: html(findElement(element, 'questiontext')) + legacyPicture(element),
    points: pointsOf(textAt(element, 'defaultgrade')),
    generalFeedback: html(findElement(element, 'generalfeedback')),
    combinedFeedback: ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'].map((name) =>
      html(findElement(element, name)),
    ),
    answers: answerElements.map((answer) => answerOf(answer, html)),
    isSingle: type === 'truefalse' || /^(true|1)$/i.test(textAt(element, 'single') || 'true'),
    pairs: childrenOf(element, 'subquestion').map((pair) => ({
      left: html(pair).trim(),
      right: html(findElement(pair, 'answer'), 'plain_text').trim(),
    })),
    graderInfo: html(findElement(element, 'graderinfo')),
    inner: [],
    fillings: [...childrenOf(element, 'selectoption'), ...childrenOf(element, 'dragbox')].map((filling) => ({
      text: html(filling, 'plain_text'),
      group: textAt(filling, 'group'),
    })),
  };
}

function answerOf(
  answer: XmlElement,
  html: (parent: XmlElement | undefined, format?: string) => string,
): MoodleAnswer {
  const raw = textOf(findElement(answer, 'text'));
  return {
    raw,
    text: html(answer, 'moodle_auto_format'),
    fraction: Number(answer.attributes.get('fraction') ?? 0) / 100,
    feedback: html(findElement(answer, 'feedback')),
    tolerance: textAt(answer, 'tolerance'),
  };
}

/** The text of an element, with its files as data. */
function htmlAt(element: XmlElement | undefined, defaultFormat: string): string {
  if (element === undefined) return '';
  const format = element.attributes.get('format') ?? defaultFormat;
  const html = htmlOf(textAt(element, 'text') || legacyText(element), FORMATS.get(format) ?? '1', '');
  const files = childrenOf(element, 'file');
  return files.length === 0 ? html : withFiles(html, files);
}

/** Before Moodle 1.9, some texts were not inside of an element. */
const legacyText = (element: XmlElement): string => (childrenOf(element).length === 0 ? textOf(element) : '');

/** Before Moodle 2, a question had one picture, beside its text. */
function legacyPicture(element: XmlElement): string {
  const data = textAt(element, 'image_base64').replace(/\s+/g, '');
  return data === '' ? '' : `<p><img src="data:image/png;base64,${escapeHtml(data)}" alt=""></p>`;
}

/** `htmlOf` leaves a path behind each mark of a file: `/name`. */
function withFiles(html: string, files: readonly XmlElement[]): string {
  const data = new Map(
    files.map((file) => [
      `${file.attributes.get('path') ?? '/'}${file.attributes.get('name') ?? ''}`,
      dataOf(file),
    ]),
  );
  return html.replace(/(src|href)\s*=\s*"(\/+[^"]{1,500})"/gi, (whole, name: string, address: string) => {
    const path = decodePercent(address.replace(/[?#].*$/s, '')).replace(/^\/+/, '/');
    const found = data.get(path);
    return found === undefined ? whole : `${name}="${found}"`;
  });
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ png: 'png', jpg: 'jpeg', jpeg: 'jpeg', gif: 'gif', webp: 'webp', svg: 'svg+xml' }),
);

function dataOf(file: XmlElement): string {
  const extension = /\.(\w{1,5})$/.exec(file.attributes.get('name') ?? '')?.[1]?.toLowerCase() ?? '';
  return `data:image/${TYPES.get(extension) ?? 'png'};base64,${textOf(file).replace(/\s+/g, '')}`;
}
