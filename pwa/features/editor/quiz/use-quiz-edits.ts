import { listDrafts } from '#pwa/store/account/drafts.ts';
import { openPrivateStore } from '#pwa/store/database/private-store.ts';
import {
  enqueueQuestionCreate,
  enqueueQuestionDelete,
  enqueueQuestionUpdate,
  enqueueQuizDelete,
  enqueueQuizUpdate,
  type QuizRef,
} from '#pwa/sync/enqueue/quiz-commands.ts';
import { dropDraft } from '#pwa/sync/outbox/save-draft.ts';
import type { ShownQuiz } from '#pwa/sync/quizzes/shown-quizzes.ts';
import { namesOf } from '#schema/editor/given.ts';
import { pick } from '#schema/entities/by-name.ts';
import type { QuizFields } from '#schema/entities/quiz-entity.ts';
import { adminMessages, quizMessages } from '#schema/messages/admin-messages.ts';
import type { Question } from '#schema/quizzes/quiz.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { positionsAmong, positionsFor } from '../model/reorder.ts';
import { questionDraftId, questionDrafts, settingsDraftId } from './quiz-drafts.ts';

interface Texts {
  readonly success: string;
  readonly failure: string;
}

/** The settings as the form showed them, and `end`, which removes its draft once the edit is stored. */
export interface SeenSettings {
  readonly version: number;
  readonly base: QuizFields;
  readonly end: () => Promise<void>;
}

/** The edits of a practice or test that are sent at once. */
export function useQuizEdits(ref: QuizRef, quiz: ShownQuiz, siblings: readonly ShownQuiz[]) {
  const { userId, announce, notify, watch, run } = useEditorContext();
  const { version, use, questions } = quiz;
  const texts = quizMessages[use];
  const edit = (texts: Texts, enqueue: () => Promise<string | null>) =>
    run(texts.failure, async () => {
      const commandId = await enqueue();
      // It was never sent, so there is nothing to do on the server.
      if (commandId === null) notify.succeed(texts.success);
      else watch({ commandIds: [commandId], ...texts });
    });
  const place = async (rows: readonly { readonly id: string; readonly position: string }[]) => {
    for (const { id: questionId, position } of rows) {
      const row = questions.find(({ id }) => id === questionId);
      if (row === undefined) continue;
      const seen = { questionId, version: row.version, base: { position: row.position } };
      await enqueueQuestionUpdate(userId, ref, { ...seen, changes: { position } });
    }
  };
  return {
    /** Nothing, if no field changes from what its user saw. The draft ends once the edit is stored. */
    change: async (changes: QuizFields, { version: seen, base, end }: SeenSettings) => {
      const names = namesOf(changes).filter((name) => changes[name] !== base[name]);
      if (names.length === 0) return end();
      const edited = { version: seen, base: pick(base, names), changes: pick(changes, names) };
      await edit({ success: texts.saved, failure: texts.saveFailed }, async () => {
        const commandId = await enqueueQuizUpdate(userId, ref, edited);
        await end();
        return commandId;
      });
    },
    remove: () =>
      edit({ success: texts.deleted, failure: texts.deleteFailed }, async () => {
        const commandId = await enqueueQuizDelete(userId, ref, version);
        await dropDraft(userId, settingsDraftId(ref));
        const drafts = await listDrafts(openPrivateStore(userId), questionDrafts(ref));
        for (const { id } of drafts) await dropDraft(userId, id);
        return commandId;
      }),
    removeQuestion: (question: Question) =>
      edit(
        { success: adminMessages.questionDeleted, failure: adminMessages.questionDeleteFailed },
        async () => {
          const { id: questionId, version: seen } = question;
          const commandId = await enqueueQuestionDelete(userId, ref, { questionId, version: seen });
          await dropDraft(userId, questionDraftId(ref, question));
          return commandId;
        },
      ),
    /** Adds a copy after a question. */
    duplicate: ({ id, kind, prompt, choices, key, points, explanation }: Question) =>
      edit({ success: adminMessages.questionSaved, failure: adminMessages.questionSaveFailed }, async () => {
        const at = questions.findIndex((question) => question.id === id) + 1;
        const [own, ...twins] = positionsAmong(questions, 'copy', at);
        const content = { kind, prompt, choices, key, points, explanation };
        await place(twins);
        const { commandId } = await enqueueQuestionCreate(userId, ref, {
          ...{ ...content, siblings: questions, position: own?.position },
        });
        announce(`Question ${at} was duplicated: the copy is question ${at + 1}`);
        return commandId;
      }),
    moveTo: (to: number) => {
      announce(`“${quiz.title}” moved to position ${to + 1} of ${siblings.length}`);
      void run(texts.saveFailed, async () => {
        for (const { id, position } of positionsFor(siblings, quiz.id, to)) {
          const row = siblings.find((sibling) => sibling.id === id) ?? quiz;
          const seen = { version: row.version, base: { position: row.position } };
          const named = { ...ref, quizId: id, quizTitle: row.title, quizUse: row.use };
          await enqueueQuizUpdate(userId, named, { ...seen, changes: { position } });
        }
      });
    },
    move: (question: Question, to: number) => {
      announce(
        `Question ${questions.indexOf(question) + 1} moved to position ${to + 1} of ${questions.length}`,
      );
      void run(adminMessages.questionSaveFailed, () => place(positionsFor(questions, question.id, to)));
    },
  };
}
