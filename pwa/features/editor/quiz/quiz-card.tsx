import { useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { findDraft, listDrafts } from '#pwa/store/account/drafts.ts';
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
import { MoveButtons, moveByKeys } from '../kit/move-buttons.tsx';
import lessonStyles from '../lesson/lesson-resources.module.css';
import styles from './question-editor.module.css';
import { QuestionEditor } from './question-editor.tsx';
import { promptText, QuestionLine } from './question-line.tsx';
import { questionDrafts, settingsDraftId } from './quiz-drafts.ts';
import { describeSettings } from './quiz-form.ts';
import { QuizSettings } from './quiz-settings.tsx';
import { RegradeOffer } from './regrade-offer.tsx';
import { useQuizEdits } from './use-quiz-edits.ts';

interface QuizCardProps {
  lesson: LessonRef;
  quiz: ShownQuiz;
  siblings: readonly ShownQuiz[];
}

/** The questions of one practice or test; one question at a time is open. */
export function QuizCard({ lesson, quiz, siblings }: QuizCardProps) {
  const { confirm } = useEditorContext();
  const { use, questions } = quiz;
  const ref: QuizRef = { ...lesson, quizId: quiz.id, quizTitle: quiz.title, quizUse: use };
  const edits = useQuizEdits(ref, quiz, siblings);
  const [areSettingsOpen, setAreSettingsOpen] = useState(false);
  /** The id of the open question; `new` for one that is not saved yet. */
  const [openId, setOpenId] = useState<string | null>(null);
  const settingsId = settingsDraftId(ref);
  const prefix = questionDrafts(ref);
  const drafts = usePrivateQuery(
    async (store) => {
      const questionIds = (await listDrafts(store, prefix)).map(({ id }) => id.slice(prefix.length));
      return { questionIds, hasSettings: (await findDraft(store, settingsId)) !== null };
    },
    [prefix],
  );
  const editId = `settings-${quiz.id}`;
  const moving = {
    place: { index: siblings.indexOf(quiz), first: 0, last: siblings.length - 1 },
    onMove: edits.moveTo,
  };
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
  const isUnsaved = (id: string) => drafts?.questionIds.includes(id) === true;
  const hasNew = isUnsaved('new');
  return (
    <Stack gap={3} className={styles.quiz}>
      <Cluster>
        <Chip>{quizMessages[use].title}</Chip>
        <p className={lessonStyles.title} dir="auto">
          {quiz.title}
        </p>
        {drafts?.hasSettings === true && <Chip tone="wait">settings not saved</Chip>}
        <Cluster gap={1}>
          <Button
            id={editId}
            variant="quiet"
            onClick={() => setAreSettingsOpen(true)}
            onKeyDown={moveByKeys(moving, editId)}
          >
            Settings{name}
          </Button>
          {siblings.length > 1 && <MoveButtons id={quiz.id} name={`“${quiz.title}”`} {...moving} />}
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
            index={at}
            count={questions.length}
            isUnsaved={isUnsaved(question.id)}
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
        <QuizSettings of={ref} quiz={quiz} onClose={() => setAreSettingsOpen(false)} onSave={edits.change} />
      )}
    </Stack>
  );
}
