import type { ReactNode } from 'react';
import { sanitizeLesson } from '#pwa/lesson/text/sanitize-lesson.ts';
import { ChartTable } from '#pwa/ui/charts/chart-table.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { countOf, formatCount } from '#schema/messages/count.ts';
import type { QuestionReport, QuizReport } from '#schema/reports/reports.ts';
import styles from '../report.module.css';

interface QuizReportProps {
  quiz: QuizReport;
  /** What a test has instead of the table of learners. */
  children?: ReactNode;
}

/** How practice or a test of a course was answered: each question, and each learner. */
export function PracticeReport({ quiz, children }: QuizReportProps) {
  const { title, lessonTitle, questions, learners, use } = quiz;
  const heading = `practice-${quiz.quizId}`;
  return (
    <Card as="section" isPadded aria-labelledby={heading}>
      <Stack gap={4}>
        <div>
          <h2 id={heading} dir="auto">
            {title}
          </h2>
          <p className={styles.detail}>
            {use === 'test' ? 'Test' : 'Practice'} in lesson “{lessonTitle}”, answered by{' '}
            {countOf(learners.length, 'learner')}
          </p>
        </div>
        <Stack as="ul" gap={4}>
          {questions.map((question, at) => (
            <QuestionNumbers key={question.questionId} question={question} number={at + 1} />
          ))}
        </Stack>
        {children}
        {use === 'practice' && learners.length > 0 && (
          <ChartTable
            columns={['Learner', 'Attempts', 'Best score']}
            rows={learners.map(({ userId, name, attempts, best, of }) => ({
              key: userId,
              cells: [name, formatCount(attempts), best === null ? '' : `${best} of ${of ?? 0}`],
            }))}
          />
        )}
      </Stack>
    </Card>
  );
}

function QuestionNumbers({ question, number }: { question: QuestionReport; number: number }) {
  const { prompt, answered, right, leftOut, mostWrong } = question;
  return (
    <li>
      <p className={styles.name} dir="auto">
        {number}. {sanitizeLesson(prompt).textContent?.trim() || 'A picture'}
      </p>
      <p>
        {answered === 0 ? 'Not answered yet' : `${shareOf(right, answered)} right, ${right} of ${answered}`}
      </p>
      {mostWrong !== null && (
        <p dir="auto">
          Most frequent wrong answer: “{mostWrong.text}”, {countOf(mostWrong.count, 'time')}
        </p>
      )}
      {leftOut > 0 && <p className={styles.detail}>Left out: {countOf(leftOut, 'time')}</p>}
    </li>
  );
}

const shareOf = (right: number, answered: number): string => `${Math.round((100 * right) / answered)} %`;
