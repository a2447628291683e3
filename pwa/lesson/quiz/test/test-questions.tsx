import type { OwnAttempt } from '#pwa/sync/quizzes/own-attempts.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import type { Answer } from '#schema/quizzes/attempt.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { wholeAnswer } from '../answer-input.tsx';
import { AnswerProblem } from '../answer-problem.tsx';
import { Steps } from '../steps.tsx';
import { useQuizActions } from '../use-quiz-actions.ts';
import { TestOverview } from './test-overview.tsx';
import { focusQuestion, TestQuestion } from './test-question.tsx';
import { useDrafts } from './use-test-answer.ts';

interface TestQuestionsProps {
  quiz: ShownQuiz;
  attempt: OwnAttempt;
  /** In the order of the attempt. */
  questions: readonly Question[];
  /** The index of the question that is shown; -1: the overview. */
  at: number;
  /** There is room for all of them. */
  isWide: boolean;
  /** Shows another question, null: the overview, before it is stored. */
  onGo: (questionId: string | null) => void;
}

/** An open test: one question a page, all of them where there is room, and the overview before it is handed in. */
export function TestQuestions(props: TestQuestionsProps) {
  const { quiz, attempt, questions, at, isWide, onGo } = props;
  const { problem, answer, handIn, ...actions } = useQuizActions(quiz, attempt);
  const drafts = useDrafts(attempt);
  const goTo = (id: string | null) => {
    onGo(id);
    actions.goTo(id);
  };
  const isOverview = at < 0;
  const [previous, current, next] = [questions[at - 1], questions[at], questions[at + 1]];
  const finish = () => goTo(null);
  const step = next === undefined ? finish : () => goTo(next.id);
  const shown = isWide ? questions : questions.filter((one) => one === current);
  return (
    <>
      {shown.map((question, index) => (
        <TestQuestion
          key={`${attempt.id} ${question.id}`}
          question={question}
          number={isWide && questions.length > 1 ? index + 1 : null}
          attempt={attempt}
          drafts={drafts}
          onAnswer={answer}
          onEnter={isWide ? null : step}
        />
      ))}
      <AnswerProblem problem={problem} />
      {isOverview && (
        <TestOverview
          total={questions.length}
          open={listOpen(questions, attempt, drafts.drafts)}
          onOpen={isWide ? focusQuestion : goTo}
          onBack={() => goTo(questions[0]?.id ?? null)}
          onHandIn={handIn}
        />
      )}
      {!isOverview && !isWide && (
        <Steps
          onBack={previous === undefined ? null : () => goTo(previous.id)}
          onNext={next === undefined ? null : step}
          end={{ label: 'Finish the test', onClick: finish }}
        />
      )}
      {!isOverview && isWide && (
        <Cluster>
          <Button variant="primary" onClick={finish}>
            Finish the test
          </Button>
        </Cluster>
      )}
    </>
  );
}

/** The questions without an answer, or with a part of one, by their numbers. */
function listOpen(
  questions: readonly Question[],
  { answers }: OwnAttempt,
  drafts: ReadonlyMap<string, Answer>,
) {
  const isAnswered = (question: Question) => {
    const last = answers.findLast(({ questionId }) => questionId === question.id);
    return wholeAnswer(question, drafts.get(question.id) ?? last?.answer ?? null) !== null;
  };
  return questions.flatMap((question, index) =>
    isAnswered(question) ? [] : [{ id: question.id, number: index + 1 }],
  );
}
