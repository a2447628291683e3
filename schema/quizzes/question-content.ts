import * as v from 'valibot';
import { namesOf } from '../editor/given.ts';
import { Id } from '../id.ts';
import { CHOICE_MAX_CHARACTERS, QUESTION_CHOICES_MAX } from '../limits.ts';
import { toNumber } from './answer-text.ts';
import type { QuestionKind } from './question-kind.ts';

/*
 * The choices and the key of a question, which its row has as JSON. Choices have random ids, so that their order tells
 * nothing; the key names them.
 */

/** `side` only in a question of the kind `match`: what is on the left is matched with what is on the right. */
const Choice = v.object({
  id: Id,
  text: v.pipe(v.string(), v.maxLength(CHOICE_MAX_CHARACTERS)),
  side: v.optional(v.picklist(['left', 'right'])),
});
export type Choice = v.InferOutput<typeof Choice>;
const Choices = v.pipe(v.array(Choice), v.maxLength(QUESTION_CHOICES_MAX));

const Ids = v.pipe(v.array(Id), v.maxLength(QUESTION_CHOICES_MAX));
const Text = v.pipe(v.string(), v.maxLength(CHOICE_MAX_CHARACTERS));

/** One shape for all kinds; each uses its own part. */
export const QuestionKey = v.object({
  /** `one`, `several`: the right choices. */
  right: v.optional(Ids),
  /** `text`: the accepted answers. */
  accepted: v.optional(v.pipe(v.array(Text), v.maxLength(QUESTION_CHOICES_MAX))),
  /** `text`: whether accents are ignored, as the case is always. */
  ignoresAccents: v.optional(v.boolean()),
  /** `number`: as its author typed them. */
  value: v.optional(Text),
  tolerance: v.optional(Text),
  /** `match`: left and right side. */
  pairs: v.optional(v.pipe(v.array(v.tuple([Id, Id])), v.maxLength(QUESTION_CHOICES_MAX))),
  /** `order`: the choices from the first to the last. */
  order: v.optional(Ids),
  /** `open`: what a good answer says. */
  model: v.optional(Text),
});
export type QuestionKey = v.InferOutput<typeof QuestionKey>;

const ChoicesText = v.pipe(v.string(), v.parseJson(), Choices);
const KeyText = v.pipe(v.string(), v.parseJson(), QuestionKey);

/** Null where the text is none: written by a newer version. */
export function parseChoices(choices: string): Choice[] | null {
  const parsed = v.safeParse(ChoicesText, choices);
  return parsed.success ? parsed.output : null;
}

/** Empty where the text is none. */
export function readChoices({ choices }: { readonly choices: string }): Choice[] {
  return parseChoices(choices) ?? [];
}

/** Null where there is none: learners have no keys of a test. */
export function readKey({ key }: { readonly key: string }): QuestionKey | null {
  const parsed = v.safeParse(KeyText, key);
  return parsed.success ? parsed.output : null;
}

interface QuestionContent {
  readonly kind: QuestionKind;
  readonly prompt: string;
  readonly choices: string;
  readonly key: string;
  readonly points: number;
}

/** What a question lacks, by the field at which the editor shows it. */
export interface QuestionProblem {
  readonly field: 'prompt' | 'choices' | 'key' | 'points';
  readonly sentence: string;
}

const problem = (field: QuestionProblem['field'], sentence: string): QuestionProblem => ({ field, sentence });

const isBlank = (text: string): boolean => text.trim() === '';
/** An element without text may be a picture or a formula. */
const isBlankHtml = (html: string): boolean =>
  !/<(img|math|svg)\b/i.test(html) && isBlank(html.replace(/<[^>]*>|&nbsp;/g, ''));

/** Returns why the question cannot be asked as it is; null if it can. The editor and the server refuse it by this. */
export function findProblem(question: QuestionContent): QuestionProblem | null {
  if (isBlankHtml(question.prompt)) return problem('prompt', 'Please write the question');
  const choices = v.safeParse(ChoicesText, question.choices);
  if (!choices.success) return problem('choices', 'These choices cannot be read');
  if (choices.output.some(({ text }) => isBlank(text)))
    return problem('choices', 'A choice is empty. Write it, or delete it');
  if (new Set(choices.output.map(({ id }) => id)).size < choices.output.length)
    return problem('choices', 'Two choices have the same id');
  const key = readKey(question);
  if (key === null) return problem('key', 'The right answer cannot be read');
  return findKeyProblem(question.kind, choices.output, key);
}

/** Whether a key names choices that are there, and all that it has to, whatever the kind of the question. */
export function fitsChoices(question: { readonly choices: string; readonly key: string }): boolean {
  const key = readKey(question);
  const choices = parseChoices(question.choices);
  if (key === null || choices === null) return false;
  const parts = { right: 'several', pairs: 'match', order: 'order' } as const;
  const kinds = namesOf(parts).flatMap((part) => (key[part] === undefined ? [] : [parts[part]]));
  return kinds.every((kind) => findKeyProblem(kind, choices, key) === null);
}

function findKeyProblem(
  kind: QuestionKind,
  choices: readonly Choice[],
  key: QuestionKey,
): QuestionProblem | null {
  const ids = new Set(choices.map(({ id }) => id));
  const areKnown = (named: readonly string[]) => named.every((id) => ids.has(id));
  switch (kind) {
    case 'one':
    case 'several': {
      const right = key.right ?? [];
      if (choices.length < 2) return problem('choices', 'Write at least two choices');
      if (right.length === 0 || !areKnown(right)) return problem('key', 'Mark a choice as right');
      if (kind === 'one' && right.length > 1) return problem('key', 'Mark only one choice as right');
      return null;
    }
    case 'text': {
      const accepted = key.accepted ?? [];
      return accepted.length === 0 || accepted.some(isBlank)
        ? problem('key', 'Write an answer that is accepted')
        : null;
    }
    case 'number': {
      if (toNumber(key.value ?? '') === null) return problem('key', 'Write the right answer as a number');
      const tolerance = toNumber(key.tolerance ?? '0');
      return tolerance === null || tolerance < 0
        ? problem('key', 'Write the tolerance as a number that is 0 or more')
        : null;
    }
    case 'match': {
      const pairs = key.pairs ?? [];
      const left = choices.filter(({ side }) => side === 'left');
      if (pairs.length < 2) return problem('choices', 'Write at least two pairs');
      const isWhole = left.every(({ id }) => pairs.some(([one]) => one === id));
      return isWhole && areKnown(pairs.flat()) ? null : problem('key', 'Each left side needs its right side');
    }
    case 'order': {
      const order = key.order ?? [];
      if (choices.length < 2) return problem('choices', 'Write at least two lines');
      const isWhole = order.length === choices.length && new Set(order).size === order.length;
      return isWhole && areKnown(order) ? null : problem('key', 'Put all lines in their order');
    }
    case 'open':
      return isBlank(key.model ?? '') ? problem('key', 'Write a model answer') : null;
  }
}
