import { useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { draftPrefix, listDrafts } from '#pwa/store/account/drafts.ts';
import type { LessonRef } from '#pwa/sync/commands/row-refs.ts';
import type { QuizRef } from '#pwa/sync/enqueue/quiz-commands.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { restorableUntil } from '#pwa/ui/format/restorable-until.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { quizMessages } from '#schema/messages/admin-messages.ts';
import { countOf } from '#schema/messages/count.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import lessonStyles from '../lesson/lesson-resources.module.css';
import styles from './question-editor.module.css';
import { QuestionEditor } from './question-editor.tsx';
import { promptText, QuestionLine } from './question-line.tsx';
import { describeSettings } from './quiz-form.ts';
import { QuizSettings } from './quiz-settings.tsx';
import { RegradeOffer } from './regrade-offer.tsx';
import { useQuizEdits } from './use-quiz-edits.ts';

interface QuizCardProps {
  lesson: LessonRef;
  quiz: ShownQuiz;
}

/** The questions of one practice or test; one question at a time is open. */
export function QuizCard({ lesson, quiz }: QuizCardProps) {
  const { confirm } = useEditorContext();
  const { use, questions } = quiz;
  const ref: QuizRef = { ...lesson, quizId: quiz.id, quizTitle: quiz.title, quizUse: use };
  const edits = useQuizEdits(ref, quiz);
  const [areSettingsOpen, setAreSettingsOpen] = useState(false);
  /** The id of the open question; `new` for one that is not saved yet. */
  const [openId, setOpenId] = useState<string | null>(null);
  const prefix = `${draftPrefix(lesson.courseId)}question/${lesson.lessonId}/${quiz.id}/`;
  const drafts = usePrivateQuery(
    async (store) => (await listDrafts(store, prefix)).map(({ id }) => id.slice(prefix.length)),
    [prefix],
  );
  const name = <span className="visually-hidden"> {quiz.title}</span>;
  const confirmDelete = () =>
    confirm({
      title: `Delete “${quiz.title}”?`,
      sentence: `Its ${countOf(questions.length, 'question')} and what learners answered are deleted with it.`,
      note: `It is deleted at once. ${restorableUntil('It', 'audit log')}, without what learners answered.`,
      action: `Delete the ${quizMessages[use].name}`,
      onYes: () => void edits.remove(),
    });
  const close = () => setOpenId(null);
  const hasNew = drafts?.includes('new') === true;
  return (
    <Stack gap={3} className={styles.quiz}>
      <Cluster>
        <Chip>{quizMessages[use].title}</Chip>
        <p className={lessonStyles.title} dir="auto">
          {quiz.title}
        </p>
        <Cluster>
          <Button variant="quiet" onClick={() => setAreSettingsOpen(true)}>
            Settings{name}
          </Button>
          <Button variant="danger" onClick={confirmDelete}>
            Delete{name}
          </Button>
        </Cluster>
      </Cluster>
      <p className={lessonStyles.hint}>{describeSettings(quiz)}</p>
      <RegradeOffer of={ref} quiz={quiz} />
      {questions.map((question, at) =>
        openId === question.id ? (
          <QuestionEditor
            key={question.id}
            quiz={ref}
            question={question}
            siblings={questions}
            onClose={close}
          />
        ) : (
          <QuestionLine
            key={question.id}
            question={question}
            use={use}
            place={{ at, count: questions.length }}
            isUnsaved={drafts?.includes(question.id) === true}
            onOpen={() => setOpenId(question.id)}
            onMove={(to) => edits.move(question, to)}
            onDuplicate={() => void edits.duplicate(question)}
            onDelete={() =>
              confirm({
                title: `Delete question ${at + 1}?`,
                sentence: promptText(question.prompt),
                note: 'It is deleted at once. What learners answered stays in the report.',
                action: 'Delete the question',
                onYes: () => void edits.removeQuestion(question),
              })
            }
          />
        ),
      )}
      {openId === 'new' ? (
        <QuestionEditor quiz={ref} question={null} siblings={questions} onClose={close} />
      ) : (
        <Cluster>
          <Button size="sm" onClick={() => setOpenId('new')}>
            {hasNew ? 'Continue the new question' : 'Add question'}
          </Button>
          {hasNew && <Chip tone="wait">not saved</Chip>}
        </Cluster>
      )}
      {areSettingsOpen && (
        <QuizSettings
          quiz={quiz}
          onClose={() => setAreSettingsOpen(false)}
          onDone={(changes) => {
            setAreSettingsOpen(false);
            void edits.change(changes);
          }}
        />
      )}
    </Stack>
  );
}
