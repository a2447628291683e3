import { useState } from 'react';
import { sanitizeLesson } from '#pwa/lesson/text/sanitize-lesson.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { draftPrefix, listDrafts } from '#pwa/store/account/drafts.ts';
import type { LessonRef } from '#pwa/sync/commands/row-refs.ts';
import {
  enqueueQuestionDelete,
  enqueueQuestionUpdate,
  enqueueQuizDelete,
  enqueueQuizUpdate,
  type QuizRef,
} from '#pwa/sync/enqueue/quiz-commands.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { IconButton } from '#pwa/ui/controls/icon-button.tsx';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { Stroke } from '#pwa/ui/display/icons.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { countOf } from '#schema/messages/count.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import lessonStyles from '../lesson/lesson-resources.module.css';
import { RenameDialog } from '../lesson/rename-dialog.tsx';
import { positionsFor } from '../model/reorder.ts';
import styles from './question-editor.module.css';
import { kindNames, QuestionEditor } from './question-editor.tsx';

interface PracticeCardProps {
  lesson: LessonRef;
  quiz: ShownQuiz;
}

/** The questions of one practice; one question at a time is open. */
export function PracticeCard({ lesson, quiz }: PracticeCardProps) {
  const { confirm } = useEditorContext();
  const ref: QuizRef = { ...lesson, quizId: quiz.id, quizTitle: quiz.title };
  const { rename, remove, move, removeQuestion } = usePracticeEdits(ref, quiz);
  const [isRenaming, setIsRenaming] = useState(false);
  /** The id of the open question; `new` for one that is not saved yet. */
  const [openId, setOpenId] = useState<string | null>(null);
  const prefix = `${draftPrefix(lesson.courseId)}question/${lesson.lessonId}/${quiz.id}/`;
  const drafts = usePrivateQuery(
    async (store) => (await listDrafts(store, prefix)).map(({ id }) => id.slice(prefix.length)),
    [prefix],
  );
  const name = <span className="visually-hidden"> {quiz.title}</span>;
  const { questions } = quiz;
  const confirmDelete = () =>
    confirm({
      title: `Delete “${quiz.title}”?`,
      sentence: `Its ${countOf(questions.length, 'question')} and what learners answered are deleted with it.`,
      note: 'It is deleted at once and cannot be restored.',
      action: 'Delete the practice',
      onYes: () => void remove(),
    });
  const close = () => setOpenId(null);
  const hasNew = drafts?.includes('new') === true;
  return (
    <Stack gap={3} className={styles.quiz}>
      <Cluster>
        <p className={lessonStyles.title} dir="auto">
          {quiz.title}
        </p>
        <Cluster>
          <Button variant="quiet" onClick={() => setIsRenaming(true)}>
            Rename{name}
          </Button>
          <Button variant="danger" onClick={confirmDelete}>
            Delete{name}
          </Button>
        </Cluster>
      </Cluster>
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
            number={at + 1}
            isLast={at === questions.length - 1}
            isUnsaved={drafts?.includes(question.id) === true}
            onOpen={() => setOpenId(question.id)}
            onMove={(by) => void move(question, at + by)}
            onDelete={() =>
              confirm({
                title: `Delete question ${at + 1}?`,
                sentence: textOf(question.prompt),
                note: 'It is deleted at once. What learners answered stays in the report.',
                action: 'Delete the question',
                onYes: () => void removeQuestion(question),
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
      {isRenaming && (
        <RenameDialog
          of="practice"
          title={quiz.title}
          onClose={() => setIsRenaming(false)}
          onDone={(newTitle) => {
            setIsRenaming(false);
            if (newTitle !== quiz.title) void rename(newTitle);
          }}
        />
      )}
    </Stack>
  );
}

interface QuestionLineProps {
  question: Question;
  number: number;
  isLast: boolean;
  isUnsaved: boolean;
  onOpen: () => void;
  onMove: (by: number) => void;
  onDelete: () => void;
}

function QuestionLine({ question, number, isLast, isUnsaved, ...on }: QuestionLineProps) {
  return (
    <Cluster>
      <span className={styles.question} dir="auto">
        {number}. {textOf(question.prompt)}
      </span>
      <Chip>{kindNames[question.kind]}</Chip>
      {isUnsaved && <Chip tone="wait">not saved</Chip>}
      <Button variant="quiet" onClick={on.onOpen}>
        Edit<span className="visually-hidden"> question {number}</span>
      </Button>
      <IconButton label={`Move question ${number} up`} disabled={number === 1} onClick={() => on.onMove(-1)}>
        <Stroke>
          <path d="m5 12 5-5 5 5" />
        </Stroke>
      </IconButton>
      <IconButton label={`Move question ${number} down`} disabled={isLast} onClick={() => on.onMove(1)}>
        <Stroke>
          <path d="m5 8 5 5 5-5" />
        </Stroke>
      </IconButton>
      <Button variant="danger" onClick={on.onDelete}>
        Delete<span className="visually-hidden"> question {number}</span>
      </Button>
    </Cluster>
  );
}

/** The words of a prompt; a picture has none. */
function textOf(html: string): string {
  return sanitizeLesson(html).textContent?.trim() || 'A picture';
}

function usePracticeEdits(ref: QuizRef, quiz: ShownQuiz) {
  const { userId, notify, watch, run } = useEditorContext();
  const report = (commandId: string | null, texts: { success: string; failure: string }) => {
    // It was never sent, so there is nothing to do on the server.
    if (commandId === null) notify.succeed(texts.success);
    else watch({ commandIds: [commandId], ...texts });
  };
  const edit = (texts: { success: string; failure: string }, enqueue: () => Promise<string | null>) =>
    run(texts.failure, async () => report(await enqueue(), texts));
  const saved = { success: adminMessages.quizSaved, failure: adminMessages.quizSaveFailed };
  const { version, title } = quiz;
  return {
    rename: (newTitle: string) =>
      edit(saved, () =>
        enqueueQuizUpdate(userId, ref, { version, base: { title }, changes: { title: newTitle } }),
      ),
    remove: () =>
      edit({ success: adminMessages.quizDeleted, failure: adminMessages.quizDeleteFailed }, () =>
        enqueueQuizDelete(userId, ref, version),
      ),
    removeQuestion: ({ id: questionId, version: seen }: Question) =>
      edit({ success: adminMessages.questionDeleted, failure: adminMessages.questionDeleteFailed }, () =>
        enqueueQuestionDelete(userId, ref, { questionId, version: seen }),
      ),
    move: (question: Question, to: number) =>
      run(adminMessages.questionSaveFailed, async () => {
        for (const { id, position } of positionsFor(quiz.questions, question.id, to)) {
          const row = quiz.questions.find((one) => one.id === id);
          if (row === undefined) continue;
          const base = { position: row.position };
          const seen = { questionId: id, version: row.version };
          await enqueueQuestionUpdate(userId, ref, { ...seen, base, changes: { position } });
        }
      }),
  };
}
