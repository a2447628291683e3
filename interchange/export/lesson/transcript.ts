/** A paragraph ends with a sentence, once it is this long. */
const PARAGRAPH_CHARACTERS = 300;

const SENTENCE_END = /[.!?…。！？؟]["'”’»)]*$/u;

/** Returns the text of captions (WebVTT) in paragraphs, without times, names of speakers and styles. */
export function transcriptOf(captions: string): string[] {
  const paragraphs: string[] = [];
  let paragraph = '';
  for (const text of cueTexts(captions)) {
    paragraph = paragraph === '' ? text : `${paragraph} ${text}`;
    if (paragraph.length < PARAGRAPH_CHARACTERS || !SENTENCE_END.test(paragraph)) continue;
    paragraphs.push(paragraph);
    paragraph = '';
  }
  return paragraph === '' ? paragraphs : [...paragraphs, paragraph];
}

/** The lines below the time of each block. Other blocks are notes, styles and regions. */
function cueTexts(captions: string): string[] {
  return captions
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const time = lines.findIndex((line) => line.includes('-->'));
      return time < 0 ? [] : plainText(lines.slice(time + 1).join(' '));
    })
    .filter((text) => text !== '');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '\u200e',
  '&rlm;': '\u200f',
};

const plainText = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
