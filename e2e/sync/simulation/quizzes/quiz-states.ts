import * as v from 'valibot';
import { QuestionKey } from '#schema/quizzes/question-content.ts';
import type { Db } from '#sync-server/db/open.ts';
import { isGradedKind } from './contents.ts';
import type { ModelQuestion, ModelQuiz } from './model.ts';
import { isPrepared } from './prepare-quizzes.ts';

/** Everything that the quizzes of a run were, in the order of the server's history. */
export interface QuizStates {
  /** The states of a quiz, the earliest first. */
  readonly listOf: (quizId: string) => readonly ModelQuiz[];
  readonly find: (questionId: string, version: number) => ModelQuestion | undefined;
}

const Fields = v.pipe(v.string(), v.parseJson(), v.object({ passPercent: v.optional(v.number()) }));
const Key = v.pipe(v.string(), v.parseJson(), QuestionKey);

export async function readQuizStates(db: Db): Promise<QuizStates> {
  const versions = await db.selectFrom('questionVersions').selectAll().execute();
  const quizzes = await db.selectFrom('quizzes').select(['id', 'use', 'passPercent']).execute();
  const history = await db
    .selectFrom('revisions')
    .select(['entity', 'entityId', 'kind', 'before', 'after'])
    .where('entity', 'in', ['quiz', 'question'])
    .orderBy('id')
    .execute();
  // What was there when the run began was made by the machine's clock, which may be later than that of the run.
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
  const listOf = (quizId: string) => {
    const quiz = quizzes.find(({ id }) => id === quizId);
    if (quiz === undefined) return [];
    const own = edits.filter(({ entityId }) => entityId === quizId || quizOf.get(entityId) === quizId);
    // Questions that came with a copy of their lesson have no revision of their own.
    const copied = versions.filter((one) => one.quizId === quizId && !created.has(one.questionId));
    const asked = new Map(copied.map(({ questionId }) => [questionId, 1]));
    let { passPercent } = quiz;
    const states: ModelQuiz[] = [];
    const first = own.find(({ entity, before }) => entity === 'quiz' && percentIn(before) !== undefined);
    passPercent = percentIn(first?.before) ?? passPercent;
    const add = () => states.push({ use: quiz.use, passPercent, asked: new Map(asked) });
    add();
    for (const { entity, entityId, kind, after } of own) {
      if (entity === 'quiz') passPercent = percentIn(after) ?? passPercent;
      else if (kind === 'delete') asked.delete(entityId);
      else asked.set(entityId, (asked.get(entityId) ?? 0) + 1);
      add();
    }
    return states;
  };
  return { listOf, find: (questionId, version) => found.get(`${questionId} ${version}`) };
}

function percentIn(fields: string | null | undefined): number | undefined {
  const parsed = v.safeParse(Fields, fields);
  return parsed.success ? parsed.output.passPercent : undefined;
}
