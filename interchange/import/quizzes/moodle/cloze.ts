import { decodeEntities } from '#interchange/import/text/titles.ts';
import { choiceAnswer, type ForeignAnswer } from '../foreign-quiz.ts';
import type { GapText } from '../gaps.ts';
import type { MoodleAnswer, MoodleQuestion } from './question-parts.ts';
import { numerical, plainAnswer, shortAnswer } from './typed-answers.ts';

/** `{2:MULTICHOICE:=right~wrong#why}`; braces inside are escaped. */
const GAP = /\{(\d{0,4}):([A-Z_]{1,24}):((?:\\.|[^\\{}]){0,8000})\}/g;
/** In backups, the gaps are questions of their own. */
const NUMBER = /\{#(\d{1,4})\}/g;

const CHOICES: ReadonlySet<string> = new Set(
  'MULTICHOICE MC MULTICHOICE_V MCV MULTICHOICE_H MCH MULTICHOICE_S MCS MULTICHOICE_VS MCVS MULTICHOICE_HS MCHS'.split(
    ' ',
  ),
);
const SEVERAL: ReadonlySet<string> = new Set(
  'MULTIRESPONSE MR MULTIRESPONSE_H MRH MULTIRESPONSE_S MRS MULTIRESPONSE_HS MRHS'.split(' '),
);
const TEXTS: ReadonlySet<string> = new Set(['SHORTANSWER', 'SA', 'MW', 'SHORTANSWER_C', 'SAC', 'MWC']);
const NUMBERS: ReadonlySet<string> = new Set(['NUMERICAL', 'NM']);

/** What a question inside of another became. */
type ReadInner = (question: MoodleQuestion) => {
  readonly questions: readonly { readonly answer: ForeignAnswer }[];
  readonly reasons: readonly string[];
};

/** A text whose gaps are written into it, or are questions of their own. */
export function clozeOf(question: MoodleQuestion, reasons: string[], read: ReadInner): GapText {
  return question.inner.length > 0
    ? innerGaps(question, reasons, read)
    : writtenGaps(question.prompt, reasons);
}

function writtenGaps(prompt: string, reasons: string[]): GapText {
  const pieces: string[] = [];
  const answers: ForeignAnswer[] = [];
  let end = 0;
  for (const { 0: token, 2: kind = '', 3: written = '', index } of prompt.matchAll(GAP)) {
    const answer = answerOf(kind, decodeEntities(written), reasons);
    if (answer === null) continue;
    pieces.push(prompt.slice(end, index));
    end = index + token.length;
    answers.push(answer);
  }
  return { pieces: [...pieces, prompt.slice(end)], answers };
}

function answerOf(kind: string, written: string, reasons: string[]): ForeignAnswer | null {
  const answers = written.split(/(?<!\\)~/).flatMap((text) => readAnswer(text, NUMBERS.has(kind)));
  if (NUMBERS.has(kind)) return numerical({ answers }, reasons);
  if (TEXTS.has(kind)) return shortAnswer({ answers }, reasons);
  if (!CHOICES.has(kind) && !SEVERAL.has(kind)) return null;
  const choices = answers.map(({ text, fraction, feedback }) => ({ text, feedback, isRight: fraction > 0 }));
  return choiceAnswer(choices, SEVERAL.has(kind));
}

/** `=right`, `%50%half right`, `wrong#why`; a number has its tolerance behind a colon. */
function readAnswer(written: string, isNumber: boolean): MoodleAnswer[] {
  const [, mark = '', percent, rest = ''] = /^\s*(?:(=)|%(-?[\d.]{1,9})%)?(.*)$/s.exec(written) ?? [];
  const [answer = '', ...feedback] = rest.split(/(?<!\\)#/);
  const text = unescaped(answer).trim();
  if (text === '') return [];
  const fraction = percent === undefined ? Number(mark === '=') : Number(percent) / 100;
  const [value = '', tolerance = ''] = isNumber ? text.split(':') : [text];
  return [
    plainAnswer(value.trim(), fraction, {
      feedback: unescaped(feedback.join('#')),
      tolerance: tolerance.trim(),
    }),
  ];
}

const unescaped = (text: string): string => text.replace(/\\([~=#{}\\:"/])/g, '$1');

function innerGaps({ prompt, inner }: MoodleQuestion, reasons: string[], readInner: ReadInner): GapText {
  const pieces: string[] = [];
  const answers: ForeignAnswer[] = [];
  let end = 0;
  for (const { 0: token, 1: number, index } of prompt.matchAll(NUMBER)) {
    const question = inner[Number(number) - 1];
    if (question === undefined) continue;
    const read = readInner(question);
    for (const reason of read.reasons) reasons.push(reason);
    const [only] = read.questions;
    if (only === undefined) continue;
    pieces.push(prompt.slice(end, index));
    end = index + token.length;
    answers.push(only.answer);
  }
  return { pieces: [...pieces, prompt.slice(end)], answers };
}
