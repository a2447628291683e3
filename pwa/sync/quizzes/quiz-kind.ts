import type { Command, CommandOf } from '#schema/commands/all-commands.ts';

type QuizEditKind =
  | 'quiz.create'
  | 'quiz.update'
  | 'quiz.delete'
  | 'question.create'
  | 'question.update'
  | 'question.delete';
/** The kinds of commands for practice and tests: they change no row of the course's outline. */
export type QuizKind = QuizEditKind | 'attempt.save' | 'attempt.count' | 'quiz.regrade';
export type QuizEdit = CommandOf<QuizEditKind>;

export const isQuizEdit = (command: Command): command is QuizEdit =>
  /^(quiz|question)\.(create|update|delete)$/.test(command.kind);
