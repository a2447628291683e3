import * as v from 'valibot';
import { LESSON_BODY_MAX_BYTES } from '../limits.ts';
import { serverMessages } from '../messages/server-messages.ts';
import { AttemptInput, AttemptReply } from '../quizzes/attempt.ts';
import { Question, Quiz } from '../quizzes/quiz.ts';
import {
  CreateQuestionInput,
  CreateQuizInput,
  UpdateQuestionInput,
  UpdateQuizInput,
} from '../quizzes/quiz-input.ts';
import { RegradeInput, RegradeReply } from '../quizzes/regrade.ts';
import { ReviewReply } from '../quizzes/review.ts';
import { endpoint, noInput, Success } from './endpoint.ts';

const QuizReply = v.object({ quiz: Quiz });
const QuestionReply = v.object({ question: Question });
const edit = { caller: 'admin', isCommand: true } as const;
const versionedEdit = { ...edit, isVersioned: true } as const;

/** Practice and tests: their questions, and the answers of learners. */
export const quizEndpoints = {
  createQuiz: endpoint({
    ...edit,
    method: 'POST',
    path: '/api/admin/lessons/:lessonId/quizzes',
    summary: 'Add practice or a test to a lesson',
    input: CreateQuizInput,
    output: QuizReply,
  }),
  updateQuiz: endpoint({
    ...versionedEdit,
    method: 'PUT',
    path: '/api/admin/quizzes/:quizId',
    summary: 'Change fields of practice or a test; its use stays',
    input: UpdateQuizInput,
    output: QuizReply,
  }),
  deleteQuiz: endpoint({
    ...versionedEdit,
    method: 'DELETE',
    path: '/api/admin/quizzes/:quizId',
    summary: 'Delete practice or a test with its questions and attempts',
    input: noInput,
    output: Success,
  }),
  createQuestion: endpoint({
    ...edit,
    method: 'POST',
    path: '/api/admin/quizzes/:quizId/questions',
    summary: 'Add a question',
    input: CreateQuestionInput,
    output: QuestionReply,
    bodyMaxBytes: LESSON_BODY_MAX_BYTES,
  }),
  updateQuestion: endpoint({
    ...versionedEdit,
    method: 'PUT',
    path: '/api/admin/questions/:questionId',
    summary: 'Change a question; answers that were given are graded by the version that was seen',
    input: UpdateQuestionInput,
    output: QuestionReply,
    bodyMaxBytes: LESSON_BODY_MAX_BYTES,
  }),
  deleteQuestion: endpoint({
    ...versionedEdit,
    method: 'DELETE',
    path: '/api/admin/questions/:questionId',
    summary: 'Delete a question',
    input: noInput,
    output: Success,
  }),
  saveAttempt: endpoint({
    method: 'PUT',
    path: '/api/attempts',
    caller: 'signedIn',
    summary: 'Add answers to an attempt of the caller; none that was saved is removed',
    input: AttemptInput,
    output: AttemptReply,
    isCommand: true,
    bodyMaxBytes: LESSON_BODY_MAX_BYTES,
    refusals: { 404: serverMessages.quizNotFound },
  }),
  getReview: endpoint({
    method: 'GET',
    path: '/api/attempts/:attemptId/review',
    caller: 'signedIn',
    summary:
      'The questions of a test that the caller handed in, with keys and explanations, where they are released',
    input: noInput,
    output: ReviewReply,
  }),
  countAttempt: endpoint({
    ...edit,
    method: 'PUT',
    path: '/api/admin/attempts/:userId/:attemptId/count',
    summary: 'Count an attempt that was handed in after as many as its test allows',
    input: noInput,
    output: Success,
  }),
  getRegrade: endpoint({
    method: 'GET',
    path: '/api/admin/quizzes/:quizId/regrade',
    caller: 'admin',
    summary: 'The number of attempts at a test that were graded with an earlier key than the present one',
    input: noInput,
    output: RegradeReply,
  }),
  regradeQuiz: endpoint({
    ...edit,
    method: 'POST',
    path: '/api/admin/quizzes/:quizId/regrade',
    summary: 'Grade all attempts at a test again, with the present keys',
    input: RegradeInput,
    output: Success,
  }),
} as const;
