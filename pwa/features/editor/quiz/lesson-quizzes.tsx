import { memo, Suspense, useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { enqueueQuizCreate } from '#pwa/sync/enqueue/quiz-commands.ts';
import { listImportedQuizzes } from '#pwa/sync/quizzes/imported-quizzes.ts';
import { readShownQuizzes } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { quizMessages } from '#schema/messages/admin-messages.ts';
import type { QuizUse } from '#schema/quizzes/question-kind.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { LazyQuizHelp } from '../lazy/lazy-parts.ts';
import type { LessonPartProps } from '../lesson/lesson-part.ts';
import styles from '../lesson/lesson-resources.module.css';
import { LostQuestions } from './lost-questions.tsx';
import { QuizCard } from './quiz-card.tsx';

/**
 * The practice and tests of a lesson: added and changed at once, as resources are; a question is a draft until it is
 * saved.
 */
export const LessonQuizzes = memo(({ moduleId, lessonId, title }: LessonPartProps) => {
  const { userId, getEditor, watch, run } = useEditorContext();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const quizzes = usePrivateQuery(
    (store) => readShownQuizzes(store, lessonId, listImportedQuizzes),
    [lessonId],
  );
  if (!quizzes) return null;
  const ref = { courseId: getEditor().course.id, moduleId, lessonId, lessonTitle: title };
  const add = (use: QuizUse) => {
    const { title: name, added: success, saveFailed: failure } = quizMessages[use];
    return run(failure, async () => {
      const { commandId } = await enqueueQuizCreate(userId, ref, { use, title: name, siblings: quizzes });
      watch({ commandIds: [commandId], success, failure });
    });
  };
  return (
    <Stack as="section" gap={2} aria-labelledby={`quizzes-${lessonId}`}>
      <p id={`quizzes-${lessonId}`} className={styles.heading}>
        Questions<span className="visually-hidden"> of “{title}”</span>
      </p>
      {quizzes.map((quiz) => (
        <QuizCard key={quiz.id} lesson={ref} quiz={quiz} siblings={quizzes} />
      ))}
      <LostQuestions lesson={ref} />
      <Cluster>
        <Button onClick={() => void add('practice')}>Add practice</Button>
        <Button onClick={() => void add('test')}>Add test</Button>
        <Button variant="quiet" onClick={() => setIsHelpOpen(true)}>
          About questions and tests
        </Button>
      </Cluster>
      <p className={styles.hint}>
        Practice explains each answer at once. A test is handed in, graded and can be required. Learners
        answer both without a network.
      </p>
      {isHelpOpen && (
        <Suspense fallback={null}>
          <LazyQuizHelp onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </Stack>
  );
});
