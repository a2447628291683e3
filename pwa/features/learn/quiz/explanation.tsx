import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { Answer } from '#schema/quizzes/attempt.ts';
import { gradeAnswer } from '#schema/quizzes/grading.ts';
import { readChoices, readKey } from '#schema/quizzes/question-content.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

/** Says at once whether an answer is right, names what is wrong with it, and why. */
export function Explanation({ question, answer }: { question: Question; answer: Answer }) {
  const { share, right, whole } = gradeAnswer(question, answer);
  const { title, sentence } = explain({ question, answer, share, right, whole });
  return (
    <Notice tone={share === 1 ? 'ok' : 'info'} title={title}>
      {sentence !== '' && <p dir="auto">{sentence}</p>}
      {question.explanation !== '' && <p dir="auto">{question.explanation}</p>}
    </Notice>
  );
}

interface Described {
  readonly question: Question;
  readonly answer: Answer;
  readonly share: number | null;
  readonly right: number;
  readonly whole: number;
}

function explain({ question, answer, share, right, whole }: Described) {
  const texts = new Map(readChoices(question).map(({ id, text }) => [id, text]));
  const quoted = (ids: readonly string[]) => ids.map((id) => `“${texts.get(id) ?? ''}”`).join(', ');
  const wanted = readKey(question)?.right ?? [];
  if (share === 1) return { title: 'Right', sentence: '' };
  if (question.kind === 'one' && typeof answer === 'string')
    return {
      title: 'Not right',
      sentence: `${quoted([answer])} is not the answer. Right is ${quoted(wanted)}.`,
    };
  return {
    title: right === 0 ? 'Not right' : `Partly right: ${right} of ${whole}`,
    sentence: `Right: ${quoted(wanted)}.`,
  };
}
