import type { H5pContent } from '../content.ts';
import { listHtml, textHtml } from '../html.ts';
import type { H5pLibrary, InnerReader } from '../inner-reader.ts';
import { objectOf, objectsOf, stringOf, stringsOf } from '../json.ts';

type Read = H5pLibrary['read'];

/** A picture or a video above a question. */
const mediaHtml = ({ params }: H5pContent, reader: InnerReader): string =>
  reader.html(objectOf(params.media).type);

const question =
  (field: string, answers: (content: H5pContent) => string = () => ''): Read =>
  (content, reader) =>
    mediaHtml(content, reader) + textHtml(stringOf(content.params[field])) + answers(content);

/** Without which ones are right. */
const choicesOf = ({ params }: H5pContent): string =>
  listHtml(objectsOf(params.answers).map(({ text }) => stringOf(text)));

/** Texts with `*solution:tip*`, which become gaps. */
const gapsHtml = (texts: readonly string[]): string =>
  texts.map((text) => textHtml(text.replace(/\*[^*<>]{1,500}\*/g, '_____'))).join('');

const READERS: Readonly<Record<string, Read>> = {
  'H5P.MultiChoice': question('question', choicesOf),
  'H5P.TrueFalse': question('question'),
  'H5P.Essay': question('taskDescription'),
  'H5P.OpenEndedQuestion': question('question'),
  'H5P.SimpleMultiChoice': question('question'),
  'H5P.SingleChoiceSet': () => '',
  'H5P.SortParagraphs': question('taskDescription'),
  'H5P.Blanks': (content, reader) =>
    question('text')(content, reader) + gapsHtml(stringsOf(content.params.questions)),
  'H5P.DragText': (content, reader) =>
    question('taskDescription')(content, reader) + gapsHtml([stringOf(content.params.textField)]),
  'H5P.MarkTheWords': (content, reader) =>
    question('taskDescription')(content, reader) +
    textHtml(stringOf(content.params.textField).replaceAll('*', '')),
  'H5P.Summary': () => '',
  'H5P.DragQuestion': () => '',
  'H5P.Crossword': question('taskDescription'),
  'H5P.FindTheWords': question('taskDescription'),
  'H5P.ImageHotspotQuestion': () => '',
  'H5P.ImageMultipleHotspotQuestion': () => '',
  'H5P.ImageSequencing': question('taskDescription'),
  'H5P.ImagePair': question('taskDescription'),
  'H5P.MemoryGame': () => '',
  'H5P.ArithmeticQuiz': () => '',
  'H5P.Dictation': question('taskDescription'),
  'H5P.SpeakTheWords': question('question'),
  'H5P.SpeakTheWordsSet': () => '',
  'H5P.GuessTheAnswer': question('taskDescription'),
  'H5P.PersonalityQuiz': () => '',
  'H5P.Questionnaire': () => '',
  'H5P.AudioRecorder': question('title'),
  'H5P.ExportableTextArea': question('label'),
};

/** Questions that Carrel cannot ask: their texts, without the right answers. */
export const questionLibraries: Readonly<Record<string, H5pLibrary>> = Object.fromEntries(
  Object.entries(READERS).map(([name, read]): [string, H5pLibrary] => [name, { read, outcome: 'question' }]),
);
