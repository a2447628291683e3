import type { Question } from '#schema/quizzes/quiz.ts';
import { often } from '../actions/action.ts';
import { noteReplaced } from '../actions/decisions.ts';
import { type EditorContext, listShownCourses } from '../actions/edits.ts';
import { LEARNERS } from '../machines/backend.ts';
import type { App } from '../machines/device.ts';
import { noteSeen } from '../run/oracle.ts';
import { choicesOf, isGradedKind, KINDS, keyOf } from './contents.ts';
import { COURSE } from './prepare-quizzes.ts';

/* Admins edit practice and tests, grade attempts again, and decide which attempts and learners count. */

type ShownQuiz = Awaited<ReturnType<App['quizzes']['readShownQuizzes']>>[number];
type QuizRef = Parameters<App['quizzes']['enqueueQuizUpdate']>[1];
type LessonRef = Parameters<App['quizzes']['enqueueQuizCreate']>[1];

/** Performs one edit of a quiz or a question; adds one where there is none. */
export async function editQuiz(context: EditorContext, ways: readonly Way[] = usual): Promise<void> {
  const { random, run, store } = context;
  const lesson = await pickLesson(context);
  if (lesson === null) return;
  const quizzes = await context.app.quizzes.readShownQuizzes(store, lesson.lessonId);
  noteSeen(run.oracle, store.userId, quizzes);
  if (quizzes.length === 0 || random.below(12) === 0) return addQuiz(context, lesson, quizzes);
  const tests = quizzes.filter(({ use }) => use === 'test');
  const quiz = random.pick(random.below(4) > 0 && tests.length > 0 ? tests : quizzes);
  const { id: quizId, title: quizTitle, use: quizUse } = quiz;
  const place = { quiz, ref: { ...lesson, quizId, quizTitle, quizUse } };
  await random.pick(ways)(context, place);
}

/** Returns a lesson, mostly one with quizzes; null where there is none. */
async function pickLesson(context: EditorContext): Promise<LessonRef | null> {
  const { random, store } = context;
  const lessons = (await listShownCourses(context)).flatMap((course) =>
    course.modules.flatMap((module) =>
      module.lessons.map(({ id, title }) => {
        return { courseId: course.id, moduleId: module.id, lessonId: id, lessonTitle: title };
      }),
    ),
  );
  const withQuiz = new Set((await store.quizzes.toArray()).map(({ lessonId }) => lessonId));
  const wanted = random.below(6) > 0 ? lessons.filter(({ lessonId }) => withQuiz.has(lessonId)) : lessons;
  const found = wanted.length > 0 ? wanted : lessons;
  return found.length === 0 ? null : random.pick(found);
}

async function addQuiz(context: EditorContext, lesson: LessonRef, siblings: ShownQuiz[]): Promise<void> {
  const { app, store, random, newMarker } = context;
  const title = newMarker();
  const use = random.pick(['practice', 'test', 'test'] as const);
  const { quizId } = await app.quizzes.enqueueQuizCreate(store.userId, lesson, { use, title, siblings });
  await insertQuestion(
    context,
    { ...lesson, quizId, quizTitle: title, quizUse: use },
    { use, questions: [] },
  );
}

type Way = (context: EditorContext, place: Place) => Promise<void>;

interface Place {
  readonly quiz: ShownQuiz;
  readonly ref: QuizRef;
}

const addQuestion = (context: EditorContext, { quiz, ref }: Place) => insertQuestion(context, ref, quiz);

async function insertQuestion(
  context: EditorContext,
  ref: QuizRef,
  { use, questions }: Pick<ShownQuiz, 'use' | 'questions'>,
): Promise<void> {
  const { app, store, random, newMarker } = context;
  const kind = random.pick(KINDS);
  await app.quizzes.enqueueQuestionCreate(store.userId, ref, {
    ...{ kind, prompt: `<p>${newMarker()}</p>`, choices: choicesOf(kind), siblings: questions },
    ...{ key: keyOf(kind, random.below(2), { use, mark: newMark(context) }), points: 1 + random.below(3) },
    explanation: use === 'test' ? newMark(context) : '',
  });
}

const newMark = ({ run }: EditorContext) => `KEY${run.seed}x${++run.markerCount}x`;

const change = (context: EditorContext, place: Place) => changeQuestion(context, place, changeOf);

async function changeQuestion(
  context: EditorContext,
  { quiz, ref }: Place,
  of: typeof changeOf,
): Promise<void> {
  const { app, store, random } = context;
  if (quiz.questions.length === 0) return;
  const question = random.pick(quiz.questions);
  const [base, changes] = of(context, quiz, question);
  context.drop(base);
  const { id: questionId, version } = question;
  await app.quizzes.enqueueQuestionUpdate(store.userId, ref, { questionId, version, base, changes });
}

async function correctKey(context: EditorContext, place: Place): Promise<void> {
  await changeQuestion(context, place, keyChangeOf);
  await regrade(context, place);
}

async function regrade(context: EditorContext, { quiz, ref }: Place): Promise<void> {
  const { app, store, random } = context;
  if (quiz.use === 'practice') return;
  const { courseId, quizId, quizTitle } = ref;
  const mode = random.pick(['raise', 'recompute'] as const);
  await decide(context, () =>
    app.quizzes.enqueueRegrade(store.userId, { courseId, quizId, quizTitle, mode }),
  );
}

const usual: readonly Way[] = [
  ...often(change, 8),
  ...[regrade, correctKey, changeQuiz, addQuestion, dropQuestion, dropQuiz],
];

/** Does what an admin decides who has read a report of the tests. */
export async function decideOnTests(context: EditorContext): Promise<void> {
  const correct = () => editQuiz(context, [correctKey]);
  const ways = [correct, correct, () => countAttempt(context), () => changeAccess(context)];
  await context.random.pick(ways)();
}

/** Queues a decision, which replaces an unsent one on the same. */
async function decide(context: EditorContext, queue: () => Promise<void>): Promise<void> {
  const unsent = await context.app.outboxRows.listUnsent(context.store);
  await queue();
  await noteReplaced(context.run, context, unsent);
}

/** Counts an attempt over the limit. */
async function countAttempt(context: EditorContext): Promise<void> {
  const { app, store, run, random } = context;
  const over = await run.server.read((db) =>
    db
      .selectFrom('attempts')
      .select(['id', 'userId', 'quizId'])
      .where('isOverLimit', '=', 1)
      .orderBy('id')
      .execute(),
  );
  if (over.length === 0) return;
  const { id: attemptId, userId, quizId } = random.pick(over);
  const attempt = { courseId: COURSE, quizId, quizTitle: quizId, attemptId, userId, userName: userId };
  await decide(context, () => app.quizzes.enqueueAttemptCount(store.userId, attempt));
}

/** Removes a learner's access to the course with the quizzes, or gives it back. */
async function changeAccess(context: EditorContext): Promise<void> {
  const { app, store, random } = context;
  const id = random.pick(LEARNERS);
  const course = { id: COURSE, title: COURSE };
  const change = { user: { id, name: id }, course, hasAccess: random.below(3) > 0 };
  await decide(context, () => app.quizzes.enqueueAccessOf(store.userId, change));
}

function keyChangeOf(context: EditorContext, { use }: ShownQuiz, { kind, key }: Question) {
  const mark = newMark(context);
  const corrected = isGradedKind(kind) ? keyOf(kind, context.random.below(2), { use, mark }) : key;
  return [{ key }, { key: corrected }] as const;
}

function changeOf(context: EditorContext, quiz: ShownQuiz, question: Question) {
  const { prompt, points, explanation } = question;
  const { random, newMarker, run } = context;
  const mark = newMark(context);
  const ways = [
    () => [{ prompt }, { prompt: `<p>${newMarker()}</p>` }] as const,
    () => [{ points }, { points: 1 + random.below(3) }] as const,
    () => [{ explanation }, { explanation: quiz.use === 'test' ? mark : `Why ${run.markerCount}` }] as const,
    () => keyChangeOf(context, quiz, question),
  ];
  return random.pick([...ways, ...ways.slice(-1), ...ways.slice(-1)])();
}

async function changeQuiz(context: EditorContext, { quiz, ref }: Place): Promise<void> {
  const { app, store, random, newMarker } = context;
  const { title, passPercent, version } = quiz;
  const ways = [
    () => [{ title }, { title: newMarker() }] as const,
    () => [{ passPercent }, { passPercent: random.pick([0, 50, 60, 100]) }] as const,
  ];
  const [base, changes] = random.pick(ways)();
  context.drop(base);
  await app.quizzes.enqueueQuizUpdate(store.userId, ref, { version, base, changes });
}

async function dropQuestion(context: EditorContext, { quiz, ref }: Place): Promise<void> {
  const { app, store, random, drop } = context;
  if (quiz.questions.length === 0 || random.below(2) === 0) return;
  const { id: questionId, version, ...question } = random.pick(quiz.questions);
  drop(question);
  await dropUnsent(context, 'questionId', questionId);
  await app.quizzes.enqueueQuestionDelete(store.userId, ref, { questionId, version });
}

/** Deletes a quiz, and with it the attempts at it. */
async function dropQuiz(context: EditorContext, { quiz, ref }: Place): Promise<void> {
  const { app, store, random, drop } = context;
  if (random.below(3) > 0) return;
  drop(quiz);
  await dropUnsent(context, 'quizId', quiz.id);
  await app.quizzes.enqueueQuizDelete(store.userId, ref, quiz.version);
}

/** Notes that the user's unsent edits of a row go with it. */
async function dropUnsent({ app, store, drop }: EditorContext, name: string, id: string): Promise<void> {
  const unsent = await app.outboxRows.listUnsent(store);
  drop(
    unsent.filter(({ command: { args } }) =>
      Object.entries(args).some(([at, is]) => at === name && is === id),
    ),
  );
}
