import { type QuestionKey, readChoices, readKey } from '#schema/quizzes/question-content.ts';

/** The choices of a question with its right answer as text for users, one a line; never the JSON of its fields. */
export function textOfAnswers(question: { readonly choices: string; readonly key: string }): string {
  const texts = new Map(readChoices(question).map(({ id, text }) => [id, text]));
  const lines = linesOf(texts, readKey(question) ?? {});
  return lines.length === 0 ? 'nothing' : lines.join('\n');
}

function linesOf(texts: ReadonlyMap<string, string>, key: QuestionKey): string[] {
  const textOf = (id: string) => texts.get(id) ?? '';
  const { right, pairs, order, accepted, value, tolerance = '0', model } = key;
  if (right !== undefined)
    return [...texts].map(([id, text]) => (right.includes(id) ? `${text} (right)` : text));
  if (pairs !== undefined) return pairs.map(([left, other]) => `${textOf(left)} – ${textOf(other)}`);
  if (order !== undefined) return order.map((id, at) => `${at + 1}. ${textOf(id)}`);
  if (accepted !== undefined)
    return key.ignoresAccents ? [...accepted, '(without accents too)'] : [...accepted];
  if (value !== undefined) return [tolerance === '0' ? value : `${value}, give or take ${tolerance}`];
  return model === undefined ? [...texts.values()] : [model];
}
