import { useId, useRef, useState } from 'react';
import type { OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { AnswerInput, firstAnswer, wholeAnswer } from './answer-input.tsx';
import { Explanation } from './explanation.tsx';
import styles from './question-card.module.css';
import { QuestionPrompt } from './question-prompt.tsx';
import { SavedNote } from './saved-note.tsx';

interface QuestionCardProps {
  question: Question;
  /** Null where it is said elsewhere, or there is only one. */
  number: number | null;
  attempt: OwnAttempt;
  onAnswer: (question: Question, answer: Answer) => Promise<void>;
}

/** A question of a practice, which is explained as soon as it is answered. */
export function QuestionCard({ question, number, attempt, onAnswer }: QuestionCardProps) {
  const prompt = useId();
  const form = useRef<HTMLFormElement>(null);
  const given = attempt.answers.filter(({ questionId }) => questionId === question.id);
  const last = given.at(-1);
  const [draft, setDraft] = useState<Answer | null>(null);
  const [isTryingAgain, setIsTryingAgain] = useState(false);
  const isAnswered = last !== undefined && !isTryingAgain;
  // It is graded by the version that was seen, which only the server has.
  const isChangedSince = isAnswered && last.version !== question.version;
  const answer = isAnswered ? last.answer : (draft ?? firstAnswer(question, attempt.id));
  const [isMissing, setIsMissing] = useState(false);
  const check = async () => {
    const whole = wholeAnswer(question, answer);
    setIsMissing(whole === null);
    if (whole === null) return;
    await onAnswer(question, whole);
    setIsTryingAgain(false);
  };
  const tryAgain = () => {
    setDraft(null);
    setIsTryingAgain(true);
    form.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  };
  return (
    <form
      ref={form}
      className={styles.card}
      aria-labelledby={prompt}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAnswered) void check();
      }}
    >
      <QuestionPrompt id={prompt} number={number} html={question.prompt} />
      <AnswerInput
        question={isChangedSince ? { ...question, key: '' } : question}
        attemptId={attempt.id}
        labelledBy={prompt}
        answer={answer}
        isLocked={isAnswered}
        onChange={(next) => {
          setDraft(next);
          setIsMissing(false);
        }}
      />
      {isMissing && (
        <p role="alert" className={styles.missing}>
          {question.kind === 'match' ? 'Match all of them first.' : 'Answer the question first.'}
        </p>
      )}
      <div className={styles.reply} aria-live="polite">
        {isAnswered && !isChangedSince && <Explanation question={question} answer={last.answer} />}
        {isChangedSince && (
          <Notice title="This question was changed since you answered it">
            Your answer counts as you saw the question. Try again to answer it as it is now.
          </Notice>
        )}
        {last !== undefined && <SavedNote />}
      </div>
      {isAnswered ? (
        <Button onClick={tryAgain}>Try again</Button>
      ) : (
        <Button type="submit" variant="primary">
          Check answer
        </Button>
      )}
    </form>
  );
}
