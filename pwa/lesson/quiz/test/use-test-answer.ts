import { useEffect, useRef, useState } from 'react';
import type { Answer, GivenAnswer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

/** A typed answer is stored after a pause, when its field is left, and before the page may end. */
const PAUSE_MS = 400;

interface TestAnswer {
  /** What is shown: what was entered, else what is stored; null if there is neither. */
  readonly answer: Answer | null;
  readonly isSaved: boolean;
  readonly change: (answer: Answer) => void;
  /** Stores what was typed and is not stored yet. */
  readonly flush: () => void;
}

/** The answer to a question of a test, which is stored as it is given and may change until the test is handed in. */
export function useTestAnswer(
  question: Question,
  last: GivenAnswer | undefined,
  onAnswer: (question: Question, answer: Answer) => Promise<void>,
): TestAnswer {
  const [draft, setDraft] = useState<Answer | null>(null);
  // From then on the screen follows the store, which another tab may change.
  if (draft !== null && last !== undefined && isEqual(draft, last.answer)) setDraft(null);
  const isTyped = question.kind === 'text' || question.kind === 'number' || question.kind === 'open';
  const pending = useRef<Answer | null>(null);
  const latest = useRef({ question, onAnswer });
  useEffect(() => {
    latest.current = { question, onAnswer };
  });
  const [flush] = useState(() => () => {
    const answer = pending.current;
    pending.current = null;
    if (answer !== null) void latest.current.onAnswer(latest.current.question, answer);
  });
  useEffect(() => {
    const timer = draft === null ? undefined : setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, flush]);
  useEffect(() => {
    document.addEventListener('visibilitychange', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);
  return {
    answer: draft ?? last?.answer ?? null,
    isSaved: last !== undefined && draft === null,
    change: (answer) => {
      setDraft(answer);
      pending.current = answer;
      if (!isTyped) flush();
    },
    flush,
  };
}

const isEqual = (one: Answer, other: Answer): boolean => JSON.stringify(one) === JSON.stringify(other);
