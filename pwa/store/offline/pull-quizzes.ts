import { FORMAT_VERSION } from '#schema/protocol.ts';
import type { Question, Quiz } from '#schema/quizzes/quiz.ts';
import { type PulledPage, rowName } from '../account/pulled-page.ts';
import type { ReadTx, Tx } from '../database/private-store.ts';

/*
 * The quizzes of courses. Learners and admins have them in the same tables: a learner those of downloaded courses, an
 * admin all of them, with keys, which the reply to a learner's download never replaces. For use inside a transaction
 * over the quizzes, questions and attempts, the courses and the admins' courses.
 */

/** Writes the quizzes of a pulled page and removes deleted ones. */
export async function putPulledQuizzes(
  tx: Tx,
  { quizzes, questions, attempts, gone }: PulledPage,
  { isAdmin }: { readonly isAdmin: boolean },
): Promise<void> {
  const copies = new Set(isAdmin ? [] : await tx.courses.toCollection().primaryKeys());
  const isHere = ({ courseId }: { readonly courseId: string }) => isAdmin || copies.has(courseId);
  await putRows(tx, { quizzes: quizzes.filter(isHere), questions: questions.filter(isHere) });
  await tx.attempts.bulkPut(attempts.map((attempt) => ({ ...attempt, v: FORMAT_VERSION })));
  await removeQuizzes(tx, gone.quiz);
  await tx.questions.bulkDelete([...gone.question]);
  await tx.attempts.bulkDelete([...gone.attempt]);
  for (const courseId of gone.course) await removeQuizzesOf(tx, courseId);
}

/** Replaces the quizzes of a course by those of its download; an admin's come by the pull. */
export async function replaceQuizzes(
  tx: Tx,
  courseId: string,
  rows: { readonly quizzes: readonly Quiz[]; readonly questions: readonly Question[] },
): Promise<void> {
  if (await isAdmins(tx, courseId)) return;
  await removeQuizzesOf(tx, courseId);
  await putRows(tx, rows);
}

/** Removes the quizzes of a course that leaves the device; an admin keeps them. */
export async function removeOfflineQuizzes(tx: Tx, courseId: string): Promise<void> {
  if (!(await isAdmins(tx, courseId))) await removeQuizzesOf(tx, courseId);
}

/** At the end of a full pull from the start: what these courses had at its beginning and was not pulled is deleted. */
export async function sweepQuizzes(
  tx: Tx,
  courseIds: readonly string[],
  seen: ReadonlySet<string>,
): Promise<void> {
  const quizIds = await tx.quizzes.where('courseId').anyOf(courseIds).primaryKeys();
  const questionIds = await tx.questions.where('courseId').anyOf(courseIds).primaryKeys();
  await tx.quizzes.bulkDelete(quizIds.filter((id) => !seen.has(rowName('quiz', id))));
  await tx.questions.bulkDelete(questionIds.filter((id) => !seen.has(rowName('question', id))));
  const attemptIds = await tx.attempts.toCollection().primaryKeys();
  await tx.attempts.bulkDelete(attemptIds.filter((id) => !seen.has(rowName('attempt', id))));
}

const isAdmins = async (tx: ReadTx, courseId: string): Promise<boolean> =>
  (await tx.adminCourses.where('id').equals(courseId).count()) > 0;

async function putRows(
  tx: Tx,
  { quizzes, questions }: { readonly quizzes: readonly Quiz[]; readonly questions: readonly Question[] },
): Promise<void> {
  await tx.quizzes.bulkPut(quizzes.map((quiz) => ({ ...quiz, v: FORMAT_VERSION })));
  await tx.questions.bulkPut(questions.map((question) => ({ ...question, v: FORMAT_VERSION })));
}

async function removeQuizzes(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.questions.where('quizId').anyOf(ids).delete();
  await tx.quizzes.bulkDelete([...ids]);
}

async function removeQuizzesOf(tx: Tx, courseId: string): Promise<void> {
  await tx.quizzes.where({ courseId }).delete();
  await tx.questions.where({ courseId }).delete();
}
