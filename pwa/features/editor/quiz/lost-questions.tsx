import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import type { LessonRef } from '#pwa/sync/commands/row-refs.ts';
import { readLostQuestions } from '#pwa/sync/quizzes/lost-questions.ts';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { QuestionEditor } from './question-editor.tsx';
import { questionDraftId } from './quiz-drafts.ts';

/** Drafts of questions that another user deleted meanwhile, alone or with their quiz. */
export function LostQuestions({ lesson }: { lesson: LessonRef }) {
  const { courseId, lessonId } = lesson;
  const lost = usePrivateQuery((store) => readLostQuestions(store, lesson), [courseId, lessonId]);
  return lost?.map(({ quiz, question }) => {
    const ref = { ...lesson, quizId: quiz.id, quizTitle: quiz.title, quizUse: quiz.use };
    const what = question === null ? `The ${quiz.use}` : 'A question of';
    return (
      <Stack gap={2} key={questionDraftId(ref, question)}>
        <Notice
          tone="bad"
          title={
            <>
              {what} “<bdi>{quiz.title}</bdi>” was deleted by someone else
            </>
          }
        >
          Your draft is saved on this device. Save the question to be asked whether to restore it, or discard
          it.
        </Notice>
        <QuestionEditor quiz={ref} question={question} siblings={[]} onClose={() => undefined} />
      </Stack>
    );
  });
}
