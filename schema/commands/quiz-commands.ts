import * as v from 'valibot';
import { given, namesOf } from '../editor/given.ts';
import { quizEndpoints as endpoints } from '../endpoints/quiz-endpoints.ts';
import { pick } from '../entities/by-name.ts';
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

const ofQuiz = { ...ofLesson, quizId: Id, quizTitle: v.string(), quizUse: QuizUse };

export const createQuiz = defineCommand(
  'quiz.create',
  v.object({ ...ofLesson, quizId: Id, use: QuizUse, ...quizEntity.fields }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { courseId: _, moduleId: __, lessonId, lessonTitle: ___, quizId: id, ...fields } }) =>
      requestTo(endpoints.createQuiz, { lessonId }, { body: { id, ...fields } }),
    sentence: ({ use, title, lessonTitle }) => `Add ${use} “${title}” to lesson “${lessonTitle}”`,
    failure: adminMessages.quizSaveFailed,
    effect: 'create',
    coalesceEdit: (args, changes) => ({
      args: { ...args, ...given(v.parse(QuizFields, changes)) },
      rest: null,
    }),
    rejectedText: ({ courseId, moduleId: _, lessonId: __, lessonTitle: ___, quizId, ...fields }) => ({
      ...{ courseId, entity: 'quiz', entityId: quizId, entityTitle: fields.title },
      fields,
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
    sentence: ({ quizUse, quizTitle, changes }) => describeFieldEdit({ name: quizUse }, quizTitle, changes),
    failure: adminMessages.quizSaveFailed,
    effect: 'edit',
    entity: quizEntity,
    seen: seenVersion,
    edit: fieldEdit((values) => v.parse(QuizFields, values)),
    rejectedText: ({ courseId, quizId, quizTitle, changes }) => ({
      ...{ courseId, entity: 'quiz', entityId: quizId, entityTitle: quizTitle },
      fields: changes,
    }),
  },
);

export const deleteQuiz = defineCommand('quiz.delete', v.object({ ...ofQuiz, ...versionArgs }), {
  ...onRow({ draft: null }),
  request: ({ args: { quizId, version } }) => requestTo(endpoints.deleteQuiz, { quizId }, { version }),
  sentence: ({ quizUse, quizTitle, lessonTitle }) =>
    `Delete ${quizUse} “${quizTitle}” of lesson “${lessonTitle}”`,
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
      const { quizTitle: _____, quizUse: ______, questionId: id, ...fields } = others;
      return requestTo(endpoints.createQuestion, { quizId }, { body: { id, ...fields } });
    },
    sentence: ({ quizUse, quizTitle }) => `Add a question to ${quizUse} “${quizTitle}”`,
    failure: adminMessages.questionSaveFailed,
    effect: 'create',
    coalesceEdit: (args, changes) => ({
      args: { ...args, ...given(v.parse(QuestionFields, changes)) },
      rest: null,
    }),
    rejectedText: ({ courseId, questionId, quizTitle, ...args }) => ({
      ...{ courseId, entity: 'question', entityId: questionId, entityTitle: quizTitle },
      fields: pick(args, questionEntity.fieldNames),
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
    sentence: ({ quizUse, quizTitle, base, changes }) => {
      const fields = namesOf(given(changes)).filter((field) => changes[field] !== base[field]);
      if (fields.length === 1 && fields[0] === 'position')
        return `Move a question in ${quizUse} “${quizTitle}”`;
      const names = fields.map((field) => `the ${nameField(field)}`);
      return `Change ${joinPhrases(names)} in ${quizUse} “${quizTitle}”`;
    },
    failure: adminMessages.questionSaveFailed,
    effect: 'edit',
    entity: questionEntity,
    seen: seenVersion,
    edit: fieldEdit((values) => v.parse(QuestionFields, values)),
    rejectedText: ({ courseId, questionId, quizTitle, changes }) => ({
      ...{ courseId, entity: 'question', entityId: questionId, entityTitle: quizTitle },
      fields: changes,
    }),
  },
);

export const deleteQuestion = defineCommand(
  'question.delete',
  v.object({ ...ofQuiz, ...versionArgs, questionId: Id }),
  {
    ...onRow({ draft: null }),
    request: ({ args: { questionId, version } }) =>
      requestTo(endpoints.deleteQuestion, { questionId }, { version }),
    sentence: ({ quizUse, quizTitle }) => `Delete a question of ${quizUse} “${quizTitle}”`,
    failure: adminMessages.questionDeleteFailed,
    effect: 'delete',
    afterRestore: onlyByDecision,
    entity: questionEntity,
    seen: seenVersion,
  },
);
