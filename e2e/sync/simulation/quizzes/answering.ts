import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { GivenAnswer } from '#schema/quizzes/attempt.ts';
import type { Action } from '../actions/action.ts';
import type { App } from '../machines/device.ts';
import { asUser, isAdmin, type Member, type SimulationRun } from '../run/simulation-run.ts';
import { drawAnswer, isGradedKind } from './contents.ts';
import { noteOffered } from './saved-answers.ts';

/* Learners answer, answer again, hand in and begin another attempt. */

/** Answers of an action. */
const ANSWERS_MAX = 2;

/** A learner answers questions of a quiz that is on the device. */
export const answer: Action = (run, member) =>
  asUser(run, member, async (app, store) => {
    if (isAdmin(app, store.userId)) return;
    const quizzes = await store.quizzes.toArray();
    const tests = quizzes.filter(({ use }) => use === 'test');
    const wanted = run.random.below(4) > 0 && tests.length > 0 ? tests : quizzes;
    if (wanted.length === 0) return;
    const { id, lessonId } = run.random.pick(wanted);
    const quiz = (await app.quizzes.readShownQuizzes(store, lessonId)).find((one) => one.id === id);
    if (quiz === undefined || quiz.questions.length === 0) return;
    await answerSome(run, { member, app, store }, quiz);
  });

type ShownQuiz = Awaited<ReturnType<App['quizzes']['readShownQuizzes']>>[number];
type OwnAttempt = Awaited<ReturnType<App['quizzes']['readOwnAttempts']>>[number];

interface Learner {
  readonly member: Member;
  readonly app: App;
  readonly store: PrivateStore;
}

async function answerSome(run: SimulationRun, learner: Learner, quiz: ShownQuiz): Promise<void> {
  const { random } = run;
  const { member, app, store } = learner;
  const attempt = await pickAttempt(run, learner, quiz);
  let last = attempt.answers.at(-1)?.answeredAt;
  const next = () => {
    last = timeAfter(member, last);
    return last;
  };
  const given = Array.from({ length: 1 + random.below(ANSWERS_MAX) }, () => answerTo(run, quiz, next()));
  const answers = given.filter((one) => one !== null);
  const isHandedIn = quiz.use === 'test' && random.below(2) === 0;
  // Some hand in with the last answer, others later or not at all.
  const handedIn = isHandedIn ? { submittedAt: next() } : {};
  const { id, startedAt } = attempt;
  const { id: quizId, title: quizTitle, lessonId } = quiz;
  const args = { id, quizId, quizTitle, lessonId, startedAt, answers, ...handedIn };
  const noteSaved = noteOffered(run.oracle.answers, store.userId, args);
  await app.quizzes.recordAnswers(store.userId, args);
  noteSaved();
}

/**
 * The attempt that the learner is in on this device, or another one. A device continues practice of another device too; a
 * test that was handed in is rarely answered again, by a tab that does not know it.
 */
async function pickAttempt(
  run: SimulationRun,
  { member, app, store }: Learner,
  { id: quizId, lessonId, use }: ShownQuiz,
): Promise<Pick<OwnAttempt, 'id' | 'startedAt' | 'answers'>> {
  const { random } = run;
  const all = await app.quizzes.readOwnAttempts(store, lessonId);
  const own = all.filter((attempt) => attempt.quizId === quizId);
  const { begunOn } = run.oracle.answers;
  const place = `${member.device.name} ${store.userId}`;
  const open = own.filter(
    ({ id, submittedAt }) =>
      (use === 'practice' || begunOn.get(id) === place) && (submittedAt === null || random.below(4) === 0),
  );
  if (open.length > 0 && random.below(4) > 0) return random.pick(open);
  const id = drawId(run);
  begunOn.set(id, place);
  return { id, startedAt: new Date(member.device.now()).toISOString(), answers: [] };
}

function answerTo(run: SimulationRun, { questions }: ShownQuiz, answeredAt: string): GivenAnswer | null {
  const { id: questionId, version, kind } = run.random.pick(questions);
  if (!isGradedKind(kind)) return null;
  return { questionId, version, answer: drawAnswer(run.random, kind), answeredAt };
}

/** By the clock of the device; after the last answer also where the clock was set back. */
function timeAfter({ device }: Member, last: string | undefined): string {
  const earliest = last === undefined ? 0 : Date.parse(last) + 1;
  return new Date(Math.max(device.now(), earliest)).toISOString();
}

function drawId({ random }: SimulationRun): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  return `${digits(8)}-${digits(4)}-7${digits(3)}-8${digits(3)}-${digits(12)}`;
}
