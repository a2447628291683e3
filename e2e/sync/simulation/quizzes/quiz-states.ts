import * as v from 'valibot';
import { QuestionKey } from '#schema/quizzes/question-content.ts';
import { RegradeMode } from '#schema/quizzes/regrade.ts';
import type { Db } from '#sync-server/db/open.ts';
import { isGradedKind } from './contents.ts';
import type { ModelQuestion, ModelQuiz, ModelRegrade } from './model.ts';
import { isPrepared } from './prepare-quizzes.ts';

export interface AskedRegrade {
  /** Later ones have later ids, and so have grades. */
  readonly id: string;
  /** How it may have found the questions: it is carried out after it was asked for. */
  readonly possible: readonly ModelRegrade[];
}

/** A quiz at all moments: its states, the earliest first, and the regrades that were asked for. */
export interface QuizHistory {
  readonly states: readonly ModelQuiz[];
  readonly regrades: readonly AskedRegrade[];
}

/** Everything that the quizzes of a run were, in the order of the server's history. */
export interface QuizStates {
  readonly historyOf: (quizId: string) => QuizHistory;
  readonly find: (questionId: string, version: number) => ModelQuestion | undefined;
}

const Fields = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ passPercent: v.optional(v.number()), regrade: v.optional(RegradeMode) }),
);
const Key = v.pipe(v.string(), v.parseJson(), QuestionKey);

export async function readQuizStates(db: Db): Promise<QuizStates> {
  const versions = await db.selectFrom('questionVersions').selectAll().execute();
  const quizzes = await db.selectFrom('quizzes').select(['id', 'use', 'passPercent']).execute();
  const history = await db
    .selectFrom('revisions')
    .select(['id', 'entity', 'entityId', 'kind', 'before', 'after'])
    .where('entity', 'in', ['quiz', 'question'])
    // Rejected texts are in the history too, and change nothing.
    .where('kind', '!=', 'aside')
    .orderBy('id')
    .execute();
  // Rows from before the run have the time of the machine's clock, which may be later than that of the run.
  const isFirst = ({ kind, entityId }: (typeof history)[number]) => kind === 'create' && isPrepared(entityId);
  const edits = [...history.filter(isFirst), ...history.filter((edit) => !isFirst(edit))];
  const found = new Map(
    versions.flatMap(({ questionId, version, kind, key, points }) =>
      isGradedKind(kind)
        ? [[`${questionId} ${version}`, { kind, points, key: v.parse(Key, key) }] as const]
        : [],
    ),
  );
  const quizOf = new Map(versions.map(({ questionId, quizId }) => [questionId, quizId]));
  const created = new Set(edits.filter(({ kind }) => kind === 'create').map(({ entityId }) => entityId));
  const historyOf = (quizId: string): QuizHistory => {
    const quiz = quizzes.find(({ id }) => id === quizId);
    if (quiz === undefined) return { states: [], regrades: [] };
    const own = edits.filter(({ entityId }) => entityId === quizId || quizOf.get(entityId) === quizId);
    // Questions that came with a copy of their lesson have no revision of their own.
    const copied = versions.filter((one) => one.quizId === quizId && !created.has(one.questionId));
    const asked = new Map(copied.map(({ questionId }) => [questionId, 1]));
    let { passPercent } = quiz;
    const states: ModelQuiz[] = [];
    const newest = new Map(asked);
    const regrades: { id: string; mode: RegradeMode; possible: ModelRegrade[] }[] = [];
    const first = own.find(
      ({ entity, before }) => entity === 'quiz' && fieldsIn(before).passPercent !== undefined,
    );
    passPercent = fieldsIn(first?.before).passPercent ?? passPercent;
    const add = () => states.push({ use: quiz.use, passPercent, asked: new Map(asked) });
    add();
    for (const { id, entity, entityId, kind, after } of own) {
      if (entity === 'quiz') passPercent = fieldsIn(after).passPercent ?? passPercent;
      else if (kind === 'delete') asked.delete(entityId);
      else {
        asked.set(entityId, (asked.get(entityId) ?? 0) + 1);
        newest.set(entityId, (newest.get(entityId) ?? 0) + 1);
      }
      const mode = entity === 'quiz' ? fieldsIn(after).regrade : undefined;
      if (mode !== undefined) regrades.push({ id, mode, possible: [] });
      for (const { mode, possible } of regrades)
        possible.push({ mode, passPercent, newest: new Map(newest) });
      add();
    }
    return { states, regrades };
  };
  return { historyOf, find: (questionId, version) => found.get(`${questionId} ${version}`) };
}

function fieldsIn(fields: string | null | undefined): v.InferOutput<typeof Fields> {
  const parsed = v.safeParse(Fields, fields);
  return parsed.success ? parsed.output : {};
}

/** Whether an edit of the history is a regrade, which changes no row. */
export const isRegrade = (after: string): boolean => fieldsIn(after).regrade !== undefined;
