import * as v from 'valibot';
import { questionEntity } from '#schema/entities/question-entity.ts';
import { quizEntity } from '#schema/entities/quiz-entity.ts';
import { Question, Quiz, questionForLearners } from '#schema/quizzes/quiz.ts';
import type { PlainKind, RowOf } from '#schema/sync/row-kinds.ts';
import { columnsOf } from '../entity-columns.ts';
import { liveLessons, liveModules } from '../live-rows.ts';
import type { Db } from '../open.ts';
import type { QuestionRow, QuestionVersionRow } from '../quiz-tables.ts';
import { slicesOf } from '../slices-of.ts';
import type { Trx } from '../transaction.ts';
import type { Ids } from './part-queries.ts';

interface PlainPart<Row> {
  /** Rows of courses that are not deleted. Learners do not receive all that admins do. */
  readonly read: (db: Db, ids: Ids, isForAdmins: boolean) => Promise<Row[]>;
  /** Inserts rows as admins receive them. Throws for one of another shape. */
  readonly insert: (trx: Trx, rows: readonly unknown[]) => Promise<void>;
}

/** How the rows of each part of a lesson are read and inserted. */
export const plainParts: { readonly [K in PlainKind]: PlainPart<RowOf<K>> } = {
  quiz: {
    read: (db, ids) => selectQuizzes(db).where('quizzes.id', 'in', ids).execute(),
    insert: inSlices(Quiz, async (trx, rows) => {
      const stored = rows.map(({ courseId: _, ...row }) => row);
      await trx.insertInto('quizzes').values(stored).execute();
    }),
  },
  question: {
    read: async (db, ids, isForAdmins) => {
      const rows = await selectQuestions(db).where('questions.id', 'in', ids).execute();
      return rows.map(({ use, ...row }) => (isForAdmins ? row : questionForLearners(row, use)));
    },
    insert: inSlices(Question, async (trx, rows) => {
      const stored = rows.map(({ courseId: _, ...row }) => row);
      await trx.insertInto('questions').values(stored).execute();
      await trx.insertInto('questionVersions').values(stored.map(versionOf)).execute();
    }),
  },
};

/** Fewer than the parameters that a query may have, whatever the columns. */
const ROWS_PER_INSERT = 50;

function inSlices<Row>(
  row: v.GenericSchema<unknown, Row>,
  insert: (trx: Trx, rows: readonly Row[]) => Promise<void>,
) {
  return async (trx: Trx, rows: readonly unknown[]) => {
    for (const some of slicesOf(rows, ROWS_PER_INSERT)) await insert(trx, v.parse(v.array(row), some));
  };
}

/** Quizzes as rows of replies. */
export const selectQuizzes = (db: Db) =>
  db
    .selectFrom('quizzes')
    .innerJoin(liveLessons, 'lessons.id', 'quizzes.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(['quizzes.id', 'modules.courseId', 'quizzes.lessonId', 'quizzes.use', 'quizzes.version'])
    .select(columnsOf('quizzes', quizEntity.fieldNames));

/** Questions as rows of replies, with the use of their quiz: learners receive those of tests without keys. */
export const selectQuestions = (db: Db) =>
  db
    .selectFrom('questions')
    .innerJoin('quizzes', 'quizzes.id', 'questions.quizId')
    .innerJoin(liveLessons, 'lessons.id', 'quizzes.lessonId')
    .innerJoin(liveModules, 'modules.id', 'lessons.moduleId')
    .select(['questions.id', 'modules.courseId', 'questions.quizId', 'questions.kind', 'questions.version'])
    .select(['quizzes.use'])
    .select(columnsOf('questions', questionEntity.fieldNames));

/** What answers to this version of a question are graded by. */
export function versionOf(question: QuestionRow): QuestionVersionRow {
  const { id: questionId, version, quizId, kind, prompt, choices, key, points, explanation } = question;
  return { questionId, version, quizId, kind, prompt, choices, key, points, explanation };
}
