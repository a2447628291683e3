import { useId } from 'react';
import type { OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { AnswerInput, firstAnswer } from '../answer-input.tsx';
import styles from '../question-card.module.css';
import { QuestionPrompt } from '../question-prompt.tsx';
import { SavedNote } from '../saved-note.tsx';
import { type Drafts, useTestAnswer } from './use-test-answer.ts';

interface TestQuestionProps {
  question: Question;
  /** Null where it is said elsewhere, or there is only one. */
  number: number | null;
  attempt: OwnAttempt;
  drafts: Drafts;
  onAnswer: (question: Question, answer: Answer) => Promise<void>;
  /** After Enter in a typed answer. */
  onEnter: (() => void) | null;
}

/** A question of a test: its answer is stored as it is chosen, and nothing says whether it is right. */
export function TestQuestion(props: TestQuestionProps) {
  const { question, number, attempt, drafts, onAnswer, onEnter } = props;
  const prompt = useId();
  const last = attempt.answers.findLast(({ questionId }) => questionId === question.id);
  const { change, flush } = useTestAnswer(question, drafts, onAnswer);
  const draft = drafts.drafts.get(question.id);
  const answer = draft ?? last?.answer ?? null;
  const isSaved = last !== undefined && draft === undefined;
  const first = firstAnswer(question, attempt.id);
  return (
    <form
      id={cardIdOf(question.id)}
      className={styles.card}
      aria-labelledby={prompt}
      onBlur={flush}
      onSubmit={(event) => {
        event.preventDefault();
        flush();
        onEnter?.();
      }}
    >
      <QuestionPrompt id={prompt} number={number} html={question.prompt} />
      <AnswerInput
        question={question}
        attemptId={attempt.id}
        labelledBy={prompt}
        answer={answer ?? first}
        isLocked={false}
        onChange={change}
      />
      {answer === null && first !== null && <Button onClick={() => change(first)}>Keep this order</Button>}
      <div className={styles.reply} aria-live="polite">
        {isSaved && last?.version !== question.version && (
          <Notice title="This question was changed since you answered it">
            Your answer counts as you saw the question. Answer again to answer it as it is now.
          </Notice>
        )}
        {isSaved && <SavedNote />}
      </div>
    </form>
  );
}

const cardIdOf = (questionId: string): string => `question-${questionId}`;

/** Goes to a question that is on the page. */
export function focusQuestion(questionId: string): void {
  const card = document.getElementById(cardIdOf(questionId));
  card?.scrollIntoView({ block: 'start' });
  card?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true });
}
