import { memo } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { enqueueQuizCreate } from '#pwa/sync/enqueue/quiz-commands.ts';
import { listImportedQuizzes } from '#pwa/sync/quizzes/imported-quizzes.ts';
import { readShownQuizzes } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import type { LessonPartProps } from '../lesson/lesson-part.ts';
import styles from '../lesson/lesson-resources.module.css';
import { PracticeCard } from './practice-card.tsx';

/** The practice of a lesson: added and changed at once, as resources are; a question is a draft until it is saved. */
export const LessonPractice = memo(({ moduleId, lessonId, title }: LessonPartProps) => {
  const { userId, getEditor, watch, run } = useEditorContext();
  const shown = usePrivateQuery(
    (store) => readShownQuizzes(store, lessonId, listImportedQuizzes),
    [lessonId],
  );
  if (!shown) return null;
  const quizzes = shown.filter(({ use }) => use === 'practice');
  const ref = { courseId: getEditor().course.id, moduleId, lessonId, lessonTitle: title };
  const add = () =>
    run(adminMessages.quizSaveFailed, async () => {
      const fields = { use: 'practice' as const, title: 'Practice', siblings: shown };
      const { commandId } = await enqueueQuizCreate(userId, ref, fields);
      watch({
        commandIds: [commandId],
        success: adminMessages.quizAdded,
        failure: adminMessages.quizSaveFailed,
      });
    });
  return (
    <Stack as="section" gap={2} aria-labelledby={`practice-${lessonId}`}>
      <p id={`practice-${lessonId}`} className={styles.heading}>
        Practice<span className="visually-hidden"> of “{title}”</span>
      </p>
      {quizzes.map((quiz) => (
        <PracticeCard key={quiz.id} lesson={ref} quiz={quiz} />
      ))}
      <Cluster>
        <Button onClick={() => void add()}>Add practice</Button>
      </Cluster>
      <p className={styles.hint}>
        Questions below the text, explained as soon as they are answered, also without a network.
      </p>
    </Stack>
  );
});
