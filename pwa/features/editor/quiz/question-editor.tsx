import { Suspense, useRef, useState } from 'react';
import * as v from 'valibot';
import type { QuizRef } from '#pwa/sync/enqueue/quiz-commands.ts';
import { enqueueQuestionCreate, enqueueQuestionUpdate } from '#pwa/sync/enqueue/quiz-commands.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { QuestionFields, questionEntity } from '#schema/entities/question-entity.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { findProblem, type QuestionProblem } from '#schema/quizzes/question-content.ts';
import type { QuestionKind, QuizUse } from '#schema/quizzes/question-kind.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { LazyTextEditor } from '../lazy/lazy-parts.ts';
import type { LessonTextHandle } from '../text/lesson-text-editor.tsx';
import { KindFields } from './kind-fields.tsx';
import styles from './question-editor.module.css';
import { newLine, type QuestionForm, toContent } from './question-form.ts';
import { kindNames } from './question-line.tsx';
import { type OpenDraft, questionDraftId, useQuestionDraft } from './quiz-drafts.ts';
import { TryQuestion } from './try-question.tsx';

const explanationHints: Readonly<Record<QuizUse, string>> = {
  practice: 'Shown after each answer: why it is right, and why others are not.',
  test: 'Shown with the right answer after handing in, if the test shows the answers.',
};
const isKind = (value: string): value is QuestionKind => value in kindNames;
const TRUE_OR_FALSE = 'trueOrFalse';

interface QuestionEditorProps {
  quiz: QuizRef;
  /** Null: a new one. */
  question: Question | null;
  siblings: readonly Question[];
  onClose: () => void;
}

/** A question as one card. Its input is a draft until it is saved; what could not be asked is refused here. */
export function QuestionEditor({ quiz, question, siblings, onClose }: QuestionEditorProps) {
  const { userId, watch, run } = useEditorContext();
  const { courseId, quizId, quizUse } = quiz;
  const { draft, problem: unsaved, change, current, end } = useQuestionDraft(userId, quiz, question);
  const prompt = useRef<LessonTextHandle>(null);
  const [problem, setProblem] = useState<QuestionProblem | null>(null);
  const [tried, setTried] = useState<Question | null>(null);
  if (draft === undefined) return <Skeleton height="20rem" />;
  const { form } = draft;
  const edit = (part: Partial<QuestionForm>) => {
    setProblem(null);
    change(part);
  };
  /** Null where it cannot be asked; then the problem is shown. */
  const take = (): OpenDraft | null => {
    // The text editor reports typing in batches.
    prompt.current?.flush();
    const taken = current() ?? draft;
    const found = findProblem(toContent(taken.form));
    setProblem(found);
    return found === null ? taken : null;
  };
  const tryIt = () => {
    const taken = take();
    const row = { id: question?.id ?? 'new', courseId, quizId, version: draft.version, position: '' };
    if (taken !== null) setTried({ ...row, ...toContent(taken.form) });
  };
  const save = async () => {
    const saved = take();
    if (saved === null) return;
    await run(adminMessages.questionSaveFailed, async () => {
      const commandId = await enqueue({ userId, quiz, question, siblings, draft: saved });
      await end();
      onClose();
      if (commandId === null) return;
      const outcome = { success: adminMessages.questionSaved, failure: adminMessages.questionSaveFailed };
      watch({ commandIds: [commandId], ...outcome });
    });
  };
  const errorOf = (...fields: readonly QuestionProblem['field'][]) =>
    problem !== null && fields.includes(problem.field) ? problem.sentence : null;
  return (
    <Stack
      as="section"
      gap={4}
      className={styles.card}
      aria-label={question === null ? 'New question' : 'Question'}
    >
      {question === null && (
        <SelectField
          label="Kind of question"
          value={form.kind}
          onChange={({ target: { value } }) => {
            if (value === TRUE_OR_FALSE) edit({ kind: 'one', lines: [newLine('True'), newLine('False')] });
            else if (isKind(value)) edit({ kind: value });
          }}
        >
          {Object.entries(kindNames).map(
            ([kind, name]) =>
              // Nobody grades one in a test.
              (kind !== 'open' || quizUse === 'practice') && (
                <option key={kind} value={kind}>
                  {name}
                </option>
              ),
          )}
          <option value={TRUE_OR_FALSE}>True or false</option>
        </SelectField>
      )}
      <Suspense fallback={<Skeleton height="12rem" />}>
        <LazyTextEditor
          ref={prompt}
          lessonId={questionDraftId(quiz, question)}
          label="Question"
          html={form.prompt}
          onChange={(html) => edit({ prompt: html })}
        />
      </Suspense>
      {errorOf('prompt') !== null && (
        <p role="alert" className={styles.problem}>
          {errorOf('prompt')}
        </p>
      )}
      <KindFields form={form} problem={errorOf('choices', 'key')} onChange={edit} />
      <TextArea
        label="Explanation"
        rows={3}
        maxLength={questionEntity.fieldRules.explanation.max}
        hint={explanationHints[quizUse]}
        value={form.explanation}
        onChange={({ target }) => edit({ explanation: target.value })}
      />
      {form.kind !== 'open' && (
        <TextField
          label="Points"
          inputMode="decimal"
          className={styles.points}
          value={form.points}
          error={errorOf('points')}
          onChange={({ target }) => edit({ points: target.value })}
        />
      )}
      {unsaved !== null && (
        <Notice tone="bad" title="Not saved on this device">
          {unsaved}
        </Notice>
      )}
      <Cluster>
        <Button variant="primary" onClick={() => void save()}>
          Save question
        </Button>
        <Button onClick={() => tryIt()}>Try it</Button>
        <Button onClick={() => void end().then(onClose, onClose)}>Discard</Button>
      </Cluster>
      {tried !== null && <TryQuestion question={tried} use={quizUse} onClose={() => setTried(null)} />}
    </Stack>
  );
}

interface Saving {
  readonly userId: string;
  readonly quiz: QuizRef;
  readonly question: Question | null;
  readonly siblings: readonly Question[];
  readonly draft: OpenDraft;
}

/** Null: nothing was changed. */
async function enqueue({ userId, quiz, question, siblings, draft }: Saving): Promise<string | null> {
  const content = toContent(draft.form);
  if (question === null)
    return (await enqueueQuestionCreate(userId, quiz, { ...content, siblings })).commandId;
  const { kind: _, ...fields } = content;
  const base = draft.base ?? {};
  const isChanged = (name: string) =>
    Object.entries(fields).some(([one, value]) => one === name && base[one] !== value);
  const together = questionEntity.together?.fields ?? [];
  const changed = Object.entries(fields).filter(
    ([name]) => isChanged(name) || (together.includes(name) && together.some(isChanged)),
  );
  if (changed.length === 0) return null;
  const changes = v.parse(QuestionFields, Object.fromEntries(changed));
  const seen = Object.entries(base).filter(([name]) => name in changes);
  return enqueueQuestionUpdate(userId, quiz, {
    ...{ questionId: question.id, version: draft.version, changes },
    base: v.parse(QuestionFields, Object.fromEntries(seen)),
  });
}
