import { htmlOf } from '../moodle/moodle-text.ts';
import { explaining } from '../quizzes/feedback.ts';
import { choiceAnswer, type ForeignAnswer, type ForeignQuestion, rangeOf } from '../quizzes/foreign-quiz.ts';
import type { MoodleAnswer } from '../quizzes/moodle/question-parts.ts';
import type { ReadQuestion } from '../quizzes/moodle/read-question.ts';
import { numerical, plainAnswer, shortAnswer } from '../quizzes/moodle/typed-answers.ts';
import { quizReasons } from '../quizzes/quiz-reasons.ts';

/** A category that begins, or a question. */
type GiftPart = { readonly category: string } | (ReadQuestion & { readonly name: string });

/** A character that a backslash keeps from being read as a sign of the format. */
const ESCAPED = /\\([~=#{}:\\])/g;
/** Stands for an escaped character until its text is taken: a place in Unicode that no text uses. */
const HOLD = 0xe000;
const HELD = /[\ue000-\ue0ff]/g;

const hold = (text: string): string =>
  text
    .replace(/[\ue000-\ue0ff]/g, '')
    .replace(ESCAPED, (_, sign: string) => String.fromCharCode(HOLD + sign.charCodeAt(0)));
const release = (text: string): string =>
  text
    .replace(HELD, (sign) => String.fromCharCode(sign.charCodeAt(0) - HOLD))
    .replaceAll('\\n', '\n')
    .trim();

/** Reads the questions of a text, which empty lines separate, and its categories. */
export function parseGift(text: string): GiftPart[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const parts: GiftPart[] = [];
  let open: string[] = [];
  const end = () => {
    const written = open.join('\n').trim();
    if (written !== '') parts.push(questionOf(hold(written)));
    open = [];
  };
  for (const line of lines) {
    const trimmed = line.trim();
    if (trimmed.startsWith('//')) continue;
    if (/^\$CATEGORY:/i.test(trimmed)) {
      end();
      parts.push({ category: trimmed.slice('$CATEGORY:'.length).trim() });
    } else if (trimmed === '' && isWhole(open)) end();
    else open.push(line);
  }
  end();
  return parts;
}

/** Whether braces that are not escaped are closed: an empty line inside of them separates nothing. */
function isWhole(lines: readonly string[]): boolean {
  const text = lines.join('\n').replace(ESCAPED, '');
  return text.lastIndexOf('{') <= text.lastIndexOf('}') || lines.length > LINES_MAX;
}

/** A brace that is never closed ends here. */
const LINES_MAX = 500;

const FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries({ moodle: '0', html: '1', plain: '2', markdown: '4' }),
);
const FORMAT = /^\s*\[(moodle|html|plain|markdown)\]/;

/** A text as HTML, in the format that it names or that of its question. */
function giftHtml(text: string, defaultFormat = 'moodle'): string {
  const [mark = '', format = defaultFormat] = FORMAT.exec(text) ?? [];
  return htmlOf(release(text.slice(mark.length)), FORMATS.get(format) ?? '0', '');
}

function questionOf(held: string): ReadQuestion & { readonly name: string } {
  const [whole = '', title = ''] = /^\s*::(.*?)::/s.exec(held) ?? [];
  const rest = held.slice(whole.length);
  const begin = rest.indexOf('{');
  const end = rest.lastIndexOf('}');
  const name = release(title);
  if (begin < 0 || end < begin)
    return { name: name || firstLine(rest), questions: [], reasons: [quizReasons.kind('text')] };
  const [before, inside, after] = [rest.slice(0, begin), rest.slice(begin + 1, end), rest.slice(end + 1)];
  const [answers = '', general = ''] = inside.split('####');
  const format = FORMAT.exec(before)?.[1] ?? 'moodle';
  const isGap = after.trim() !== '' && !/^[\s.?!:;,"']*$/.test(after);
  const prompt = giftHtml(isGap ? `${before.trimEnd()} _____ ${after.trimStart()}` : before + tailOf(after));
  const reasons: string[] = [];
  const read = readAnswers(answers.trim(), format, reasons);
  const question: ForeignQuestion = {
    ...{ name, prompt, points: 1, answer: read.answer },
    explanations: explaining([giftHtml(general, format), ...read.feedback]),
  };
  return { name: name || firstLine(before), questions: [question], reasons };
}

/** Signs behind the answers that belong to the sentence before them. */
const tailOf = (after: string): string => (/^\s*[.?!]\s*$/.test(after) ? after.trim() : '');

const firstLine = (text: string): string =>
  release(text.replace(FORMAT, '')).split('\n')[0]?.slice(0, 80) ?? '';

interface ReadAnswers {
  readonly answer: ForeignAnswer;
  /** What is said for typed answers. */
  readonly feedback: readonly string[];
}

function readAnswers(text: string, format: string, reasons: string[]): ReadAnswers {
  if (text === '') return { answer: { kind: 'open', model: '' }, feedback: [] };
  const [trueOrFalse] = /^(?:T|TRUE|F|FALSE)(?=\s*(?:#|$))/i.exec(text) ?? [];
  if (trueOrFalse !== undefined)
    return trueFalse(/^t/i.test(trueOrFalse), text.slice(trueOrFalse.length), format);
  if (text.startsWith('#')) return numbers(text.slice(1), format, reasons);
  const parts = answersIn(text, format);
  const pairs = parts.map(({ raw }) => raw.split('->'));
  if (pairs.length > 1 && pairs.every((pair) => pair.length > 1))
    return { answer: matching(pairs, format), feedback: [] };
  const hasWrong = parts.some(({ isWrong }) => isWrong);
  const answers = parts.map((part) => part.answer);
  if (!hasWrong) {
    const feedback = answers.map((one) => one.feedback);
    return { answer: shortAnswer({ answers }, reasons), feedback };
  }
  const isSeveral = !parts.some(({ isWrong }) => !isWrong) && answers.some(({ fraction }) => fraction > 0);
  const best = Math.max(0, ...answers.map(({ fraction }) => fraction));
  if (!isSeveral && answers.some(({ fraction }) => fraction > 0 && fraction < best))
    reasons.push(quizReasons.partly);
  const isRight = (fraction: number) => fraction > 0 && (isSeveral || fraction === best);
  const choices = answers.map(({ text: html, fraction, feedback }) => ({
    ...{ text: html, feedback, isRight: isRight(fraction) },
  }));
  return { answer: choiceAnswer(choices, isSeveral), feedback: [] };
}

/** The feedback of a wrong answer is first. */
function trueFalse(isTrue: boolean, rest: string, format: string): ReadAnswers {
  const [, wrong = '', right = ''] = rest.split('#');
  const feedbackOf = (isRight: boolean) => giftHtml(isRight ? right : wrong, format);
  const choiceOf = (text: string, isRight: boolean) => ({ text, isRight, feedback: feedbackOf(isRight) });
  return {
    answer: choiceAnswer([choiceOf('True', isTrue), choiceOf('False', !isTrue)], false),
    feedback: [],
  };
}

interface Part {
  /** It begins with `~`, and is right only if it has a percentage. */
  readonly isWrong: boolean;
  readonly raw: string;
  readonly answer: MoodleAnswer;
}

/** `=right`, `~wrong`, `=%50%half`, each with its feedback behind `#`. */
function answersIn(text: string, format: string): Part[] {
  return [...text.matchAll(/([=~])\s*(?:%(-?[\d.]{1,9})%)?([^=~]*)/g)].map(
    ([, sign = '', percent, rest = '']): Part => {
      const [raw = '', ...feedback] = rest.split('#');
      const fraction = percent === undefined ? Number(sign === '=') : Number(percent) / 100;
      const said = giftHtml(feedback.join('#'), format);
      const answer = {
        ...plainAnswer(release(raw), fraction, { feedback: said }),
        text: giftHtml(raw, format),
      };
      return { isWrong: sign === '~', raw, answer };
    },
  );
}

const matching = (pairs: readonly string[][], format: string): ForeignAnswer => {
  const read = pairs.map(
    ([left = '', ...right]) => [giftHtml(left, format), giftHtml(right.join('->'), format)] as const,
  );
  return {
    kind: 'match',
    pairs: read.filter(([left]) => left.trim() !== ''),
    others: read.filter(([left]) => left.trim() === '').map(([, right]) => right),
  };
};

/** `3:2`, `1..5`, or several of them with `=`. */
function numbers(text: string, format: string, reasons: string[]): ReadAnswers {
  const parts = /^\s*=/.test(text) ? answersIn(text, format) : answersIn(`=${text}`, format);
  const answers = parts.map(({ answer }) => {
    const [, from, to] = /^(.+?)\.\.(.+)$/s.exec(answer.raw) ?? [];
    const range = from === undefined || to === undefined ? null : rangeOf(from, to);
    const [value = '', tolerance = ''] = answer.raw.split(':');
    return { ...answer, raw: range?.value ?? value.trim(), tolerance: range?.tolerance ?? tolerance.trim() };
  });
  return { answer: numerical({ answers }, reasons), feedback: answers.map(({ feedback }) => feedback) };
}
