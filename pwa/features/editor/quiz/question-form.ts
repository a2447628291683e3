import { v4 as randomId } from 'uuid';
import * as v from 'valibot';
import { type Choice, type QuestionKey, readChoices, readKey } from '#schema/quizzes/question-content.ts';
import { QuestionKind } from '#schema/quizzes/question-kind.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

const Line = v.object({ id: v.string(), text: v.string() });
export type Line = v.InferOutput<typeof Line>;

/** A question as it is typed: every kind has its part, so that nothing is lost when the kind is changed. */
export const QuestionForm = v.object({
  kind: QuestionKind,
  prompt: v.string(),
  /** The choices, or the lines in their order. */
  lines: v.array(Line),
  right: v.array(v.string()),
  pairs: v.array(v.object({ left: Line, right: Line })),
  /** Right sides of a match that go with nothing. */
  extra: v.optional(v.array(Line), []),
  /** One accepted answer a line. */
  accepted: v.string(),
  ignoresAccents: v.boolean(),
  value: v.string(),
  tolerance: v.string(),
  model: v.string(),
  explanation: v.string(),
  points: v.string(),
});
export type QuestionForm = v.InferOutput<typeof QuestionForm>;

export const newLine = (text = ''): Line => ({ id: randomId(), text });

export function newForm(): QuestionForm {
  return {
    ...{ kind: 'one', prompt: '', lines: [newLine(), newLine()], right: [] },
    ...{ pairs: [newPair(), newPair()], extra: [] },
    ...{ accepted: '', ignoresAccents: false, value: '', tolerance: '', model: '' },
    ...{ explanation: '', points: '1' },
  };
}

export const newPair = () => ({ left: newLine(), right: newLine() });

export function toForm(question: Question): QuestionForm {
  const choices = readChoices(question);
  const key = readKey(question) ?? {};
  const lines = choices.map(({ id, text }) => ({ id, text }));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const pairs = (key.pairs ?? []).map(([left, right]) => ({
    left: byId.get(left) ?? newLine(),
    right: byId.get(right) ?? newLine(),
  }));
  const paired = new Set(pairs.map(({ right }) => right.id));
  const extra = choices.filter(({ id, side }) => side === 'right' && !paired.has(id));
  const ordered = (key.order ?? []).flatMap((id) => byId.get(id) ?? []);
  return {
    ...{ kind: question.kind, prompt: question.prompt },
    lines: question.kind === 'order' ? ordered : lines,
    right: key.right ?? [],
    pairs,
    extra: extra.map(({ id, text }) => ({ id, text })),
    accepted: (key.accepted ?? []).join('\n'),
    ignoresAccents: key.ignoresAccents ?? false,
    ...{ value: key.value ?? '', tolerance: key.tolerance ?? '', model: key.model ?? '' },
    ...{ explanation: question.explanation, points: String(question.points) },
  };
}

type QuestionContent = Pick<Question, 'kind' | 'prompt' | 'choices' | 'key' | 'points' | 'explanation'>;

/** The fields of the question that was typed. */
export function toContent(typed: QuestionForm): QuestionContent {
  const form = { ...typed, pairs: withSharedRights(typed.pairs) };
  const { kind, prompt, explanation } = form;
  const points = Number(form.points.replace(',', '.'));
  return {
    ...{ kind, prompt, explanation: explanation.trim() },
    points: Number.isFinite(points) ? points : 0,
    choices: JSON.stringify(choicesOf(form)),
    key: JSON.stringify(keyOf(form)),
  };
}

function choicesOf({ kind, lines, pairs, extra }: QuestionForm): Choice[] {
  if (kind === 'match') {
    const rights = new Map([...pairs.map(({ right }) => right), ...extra].map(byId));
    return [
      ...pairs.map(({ left }): Choice => ({ ...left, side: 'left' })),
      ...[...rights.values()].map((right): Choice => ({ ...right, side: 'right' })),
    ];
  }
  return kind === 'one' || kind === 'several' || kind === 'order' ? lines : [];
}

const byId = (line: Line) => [line.id, line] as const;

/** Right sides of one text are one choice: learners could not tell them apart. */
function withSharedRights(pairs: QuestionForm['pairs']): QuestionForm['pairs'] {
  const byText = new Map<string, Line>();
  return pairs.map(({ left, right }) => {
    const text = right.text.trim();
    if (text === '') return { left, right };
    const shared = byText.get(text) ?? { ...right, id: freeId(right, byText) };
    byText.set(text, shared);
    return { left, right: shared };
  });
}

/** A shared right side that was typed anew in one of its pairs is another choice. */
function freeId({ id }: Line, taken: ReadonlyMap<string, Line>): string {
  return [...taken.values()].some((line) => line.id === id) ? randomId() : id;
}

function keyOf(form: QuestionForm): QuestionKey {
  switch (form.kind) {
    case 'one':
    case 'several':
      return { right: form.right.filter((id) => form.lines.some((line) => line.id === id)) };
    case 'text': {
      const accepted = form.accepted.split('\n').map((text) => text.trim());
      return { accepted: accepted.filter((text) => text !== ''), ignoresAccents: form.ignoresAccents };
    }
    case 'number':
      return { value: form.value, tolerance: form.tolerance.trim() === '' ? '0' : form.tolerance };
    case 'match':
      return { pairs: form.pairs.map(({ left, right }) => [left.id, right.id]) };
    case 'order':
      return { order: form.lines.map(({ id }) => id) };
    case 'open':
      return { model: form.model };
  }
}
