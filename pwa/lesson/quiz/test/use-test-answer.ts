import { useEffect, useRef, useState } from 'react';
import type { OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';

/** A typed answer is stored after a pause, when its field is left, and before the page may end. */
const PAUSE_MS = 400;

export interface Drafts {
  /** What was entered and is not read from the store yet. */
  readonly drafts: ReadonlyMap<string, Answer>;
  readonly setDraft: (questionId: string, answer: Answer) => void;
}

/** The answers as they are entered: the store shows them later, and the overview says at once what is answered. */
export function useDrafts({ answers }: OwnAttempt): Drafts {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Answer>>(new Map());
  // From then on the screen follows the store, which another tab may change.
  const isStored = ([id, draft]: [string, Answer]) => {
    const last = answers.findLast(({ questionId }) => questionId === id);
    return last !== undefined && JSON.stringify(last.answer) === JSON.stringify(draft);
  };
  const open = [...drafts].filter((one) => !isStored(one));
  if (open.length < drafts.size) setDrafts(new Map(open));
  return { drafts, setDraft: (id, answer) => setDrafts((all) => new Map([...all, [id, answer]])) };
}

interface TestAnswer {
  readonly change: (answer: Answer) => void;
  /** Stores what was typed and is not stored yet. */
  readonly flush: () => void;
}

/** The answer to a question of a test, which is stored as it is given and may change until the test is handed in. */
export function useTestAnswer(
  question: Question,
  { drafts, setDraft }: Drafts,
  onAnswer: (question: Question, answer: Answer) => Promise<void>,
): TestAnswer {
  const draft = drafts.get(question.id);
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
    const timer = draft === undefined ? undefined : setTimeout(flush, PAUSE_MS);
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
    change: (answer) => {
      setDraft(question.id, answer);
      pending.current = answer;
      if (!isTyped) flush();
    },
    flush,
  };
}
