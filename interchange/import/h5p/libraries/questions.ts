import type { H5pContent } from '../content.ts';
import { listHtml, textHtml } from '../html.ts';
import type { H5pLibrary, InnerReader } from '../inner-reader.ts';
import { objectOf, objectsOf, textOf, textsOf } from '../json.ts';

type Read = H5pLibrary['read'];

/** A picture or a video above a question. */
const mediaHtml = ({ params }: H5pContent, reader: InnerReader): string =>
  reader.html(objectOf(params.media).type);

const question =
  (field: string, answers: (content: H5pContent) => string = () => ''): Read =>
  (content, reader) =>
    mediaHtml(content, reader) + textHtml(textOf(content.params[field])) + answers(content);

/** Without which ones are right. */
const choicesOf = ({ params }: H5pContent): string =>
  listHtml(objectsOf(params.answers).map(({ text }) => textOf(text)));

/** Texts with `*solution:tip*`, which become gaps. */
const gapsHtml = (texts: readonly string[]): string =>
  texts.map((text) => textHtml(text.replace(/\*[^*<>]{1,500}\*/g, '_____'))).join('');

const setHtml: Read = ({ params }, reader) => {
  const questions = objectsOf(params.questions).map((one) => reader.html(one));
  const intro = textOf(objectOf(params.introPage).introduction);
  return textHtml(intro) + questions.join('');
};

const choiceSetHtml: Read = ({ params }) =>
  objectsOf(params.choices)
    .map((choice) => textHtml(textOf(choice.question)) + listHtml(textsOf(choice.answers).toSorted()))
    .join('');

const READERS: Readonly<Record<string, Read>> = {
  MultiChoice: question('question', choicesOf),
  TrueFalse: question('question'),
  Essay: question('taskDescription'),
  OpenEndedQuestion: question('question'),
  SimpleMultiChoice: question('question'),
  SingleChoiceSet: choiceSetHtml,
  QuestionSet: setHtml,
  Blanks: (content, reader) =>
    question('text')(content, reader) + gapsHtml(textsOf(content.params.questions)),
  DragText: (content, reader) =>
    question('taskDescription')(content, reader) + gapsHtml([textOf(content.params.textField)]),
  MarkTheWords: (content, reader) =>
    question('taskDescription')(content, reader) +
    textHtml(textOf(content.params.textField).replaceAll('*', '')),
  Summary: () => '',
  DragQuestion: () => '',
  Crossword: question('taskDescription'),
  FindTheWords: question('taskDescription'),
  ImageHotspotQuestion: () => '',
  ImageMultipleHotspotQuestion: () => '',
  ImageSequencing: question('taskDescription'),
  ImagePair: question('taskDescription'),
  MemoryGame: () => '',
  ArithmeticQuiz: () => '',
  Dictation: question('taskDescription'),
  SpeakTheWords: question('question'),
  SpeakTheWordsSet: () => '',
  GuessTheAnswer: question('taskDescription'),
  PersonalityQuiz: () => '',
  Questionnaire: () => '',
  AudioRecorder: question('title'),
  ExportableTextArea: question('label'),
};

/** Questions: their texts, without the right answers. */
export const questionLibraries: Readonly<Record<string, H5pLibrary>> = Object.fromEntries(
  Object.entries(READERS).map(([name, read]): [string, H5pLibrary] => [
    `H5P.${name}`,
    { read, outcome: 'question' },
  ]),
);
