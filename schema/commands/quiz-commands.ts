import * as v from 'valibot';
import { given } from '../editor/given.ts';
import { quizEndpoints as endpoints } from '../endpoints/quiz-endpoints.ts';
import { nameField } from '../entities/field-rules.ts';
import { QuestionFields, questionEntity } from '../entities/question-entity.ts';
import { QuizFields, quizEntity } from '../entities/quiz-entity.ts';
import { Id } from '../id.ts';
import { adminMessages } from '../messages/admin-messages.ts';
import { QuestionKind, QuizUse } from '../quizzes/question-kind.ts';
import { onlyByDecision } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { describeFieldEdit, joinPhrases } from './define/describe-field-edit.ts';
import { fieldEdit, ofLesson, onRow, requestTo, seenVersion, versionArgs } from './define/editor-command.ts';

const ofQuiz = { ...ofLesson, quizId: Id, quizTitle: v.string() };

export const createQuiz = defineCommand(
  'quiz.create',
  v.object({ ...ofLesson, quizId: Id, use: QuizUse, ...quizEntity.fields }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { courseId: _, moduleId: __, lessonId, lessonTitle: ___, quizId: id, ...fields } }) =>
      requestTo(endpoints.createQuiz, { lessonId }, { body: { id, ...fields } }),
    sentence: ({ title, lessonTitle }) => `Add practice “${title}” to lesson “${lessonTitle}”`,
    failure: adminMessages.quizSaveFailed,
    effect: 'create',
    coalesceEdit: (args, changes) => ({
      args: { ...args, ...given(v.parse(QuizFields, changes)) },
      rest: null,
    }),
  },
);

export const updateQuiz = defineCommand(
  'quiz.update',
  v.object({ ...ofQuiz, ...versionArgs, base: QuizFields, changes: QuizFields }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { quizId, version, changes } }) =>
      requestTo(endpoints.updateQuiz, { quizId }, { body: changes, version }),
    sentence: ({ quizTitle, changes }) => describeFieldEdit(quizEntity, quizTitle, changes),
    failure: adminMessages.quizSaveFailed,
    effect: 'edit',
    entity: quizEntity,
    seen: seenVersion,
    edit: fieldEdit((values) => v.parse(QuizFields, values)),
  },
);

export const deleteQuiz = defineCommand('quiz.delete', v.object({ ...ofQuiz, ...versionArgs }), {
  ...onRow({ draft: null }),
  request: ({ args: { quizId, version } }) => requestTo(endpoints.deleteQuiz, { quizId }, { version }),
  sentence: ({ quizTitle, lessonTitle }) => `Delete practice “${quizTitle}” of lesson “${lessonTitle}”`,
  failure: adminMessages.quizDeleteFailed,
  effect: 'delete',
  afterRestore: onlyByDecision,
  entity: quizEntity,
  affectsSubtree: () => true,
  seen: seenVersion,
});

export const createQuestion = defineCommand(
  'question.create',
  v.object({ ...ofQuiz, questionId: Id, kind: QuestionKind, ...questionEntity.fields }),
  {
    ...onRow({ draft: null }),
    request: ({
      args: { courseId: _, moduleId: __, lessonId: ___, lessonTitle: ____, quizId, ...others },
    }) => {
      const { quizTitle: _____, questionId: id, ...fields } = others;
      return requestTo(endpoints.createQuestion, { quizId }, { body: { id, ...fields } });
    },
    sentence: ({ quizTitle }) => `Add a question to practice “${quizTitle}”`,
    failure: adminMessages.questionSaveFailed,
    effect: 'create',
    coalesceEdit: (args, changes) => ({
      args: { ...args, ...given(v.parse(QuestionFields, changes)) },
      rest: null,
    }),
  },
);

export const updateQuestion = defineCommand(
  'question.update',
  v.object({ ...ofQuiz, ...versionArgs, questionId: Id, base: QuestionFields, changes: QuestionFields }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { questionId, version, changes } }) =>
      requestTo(endpoints.updateQuestion, { questionId }, { body: changes, version }),
    sentence: ({ quizTitle, changes }) => {
      const names = Object.keys(given(changes)).map((field) => `the ${nameField(field)}`);
      return `Change ${joinPhrases(names)} in practice “${quizTitle}”`;
    },
    failure: adminMessages.questionSaveFailed,
    effect: 'edit',
    entity: questionEntity,
    seen: seenVersion,
    edit: fieldEdit((values) => v.parse(QuestionFields, values)),
  },
);

export const deleteQuestion = defineCommand(
  'question.delete',
  v.object({ ...ofQuiz, ...versionArgs, questionId: Id }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { questionId, version } }) =>
      requestTo(endpoints.deleteQuestion, { questionId }, { version }),
    sentence: ({ quizTitle }) => `Delete a question of practice “${quizTitle}”`,
    failure: adminMessages.questionDeleteFailed,
    effect: 'delete',
    afterRestore: onlyByDecision,
    entity: questionEntity,
    seen: seenVersion,
  },
);
