import { useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { onBeforeReload } from '#pwa/install/before-reload.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { draftPrefix, findDraft } from '#pwa/store/account/drafts.ts';
import { dropDraft, saveDraft } from '#pwa/sync/outbox/save-draft.ts';
import { pick } from '#schema/entities/by-name.ts';
import { questionEntity } from '#schema/entities/question-entity.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { DraftWriter } from '../draft/draft-writer.ts';
import { newForm, QuestionDraft, type QuestionForm, toForm } from './question-form.ts';

interface DraftOf {
  readonly userId: string;
  readonly courseId: string;
  readonly lessonId: string;
  readonly quizId: string;
  /** Null: a new one. */
  readonly question: Question | null;
}

/** A draft of the editor, which the sync centre lists with its lesson (draft-rows.ts). */
export const questionDraftId = ({ courseId, lessonId, quizId, question }: Omit<DraftOf, 'userId'>): string =>
  `${draftPrefix(courseId)}question/${lessonId}/${quizId}/${question?.id ?? 'new'}`;

export type OpenDraft = v.InferOutput<typeof QuestionDraft>;

/** The input of a question, stored with every change; undefined while it is read. */
export function useQuestionDraft(of: DraftOf) {
  const { userId, question } = of;
  const id = questionDraftId(of);
  const [edited, setEdited] = useState<OpenDraft | null>(null);
  /** Newer than the last render. */
  const latest = useRef<OpenDraft | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isEdited = edited !== null;
  const stored = usePrivateQuery(
    // Read once: afterwards the screen is newer than the row, which it writes itself.
    async (store) => (isEdited ? null : { value: await findDraft(store, id) }),
    [id, isEdited],
  );
  const writer = useMemo(
    () =>
      new DraftWriter(
        (row, value) => (value === null ? dropDraft(userId, row) : saveDraft(userId, row, value)),
        (state) => setProblem(state.kind === 'failed' ? state.problem : null),
      ),
    [userId],
  );
  useEffect(() => {
    const flush = () => writer.flush();
    const stop = onBeforeReload(flush);
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      window.removeEventListener('pagehide', flush);
      void flush();
    };
  }, [writer]);
  const parsed = stored ? v.safeParse(QuestionDraft, stored.value) : null;
  const saved = parsed?.success === true ? parsed.output : null;
  const draft = edited ?? saved ?? (stored ? openDraft(question) : undefined);
  return {
    draft,
    /** With what was typed since the last render. */
    current: () => latest.current ?? draft,
    /** Why the input is not stored, as a sentence; null if it is. */
    problem,
    change: (part: Partial<QuestionForm>) => {
      const from = latest.current ?? draft;
      if (from === undefined) return;
      const next = { ...from, form: { ...from.form, ...part } };
      latest.current = next;
      setEdited(next);
      writer.hold(id, next);
    },
    /** Removes the draft, once it is saved or given up. */
    end: async () => {
      writer.put(id, null);
      await writer.flush();
    },
  };
}

function openDraft(question: Question | null): OpenDraft {
  if (question === null) return { version: 0, base: null, form: newForm() };
  const base = pick(question, questionEntity.fieldNames);
  return { version: question.version, base, form: toForm(question) };
}
