import type { Command } from '#schema/commands.ts';
import { applyProgress, emptyProgress } from '#schema/progress.ts';
import { type Answer, NO_ANSWER } from '../api/answer.ts';

/** The server's good word on a command, as its receipt tells it. */
export function ackOf(command: Command): Answer {
  const output =
    command.kind === 'course.activate'
      ? { activatedCourses: [command.args.courseId] }
      : {
          entries: command.args.entries.map((entry) => applyProgress(emptyProgress(entry.lessonId), entry)),
        };
  return { ...NO_ANSWER, status: 200, output, body: output, receipt: command.id };
}

/** The server's own refusal, with a receipt as it leaves one. */
export function refusalOf(command: Command, status: number, code: string): Answer {
  const error = { error: `Refused: ${code}`, code };
  return { ...NO_ANSWER, status, error, body: error, receipt: command.id };
}

/** Anything else that a network may bring. */
export function answer(parts: Partial<Answer>): Answer {
  return { ...NO_ANSWER, ...parts };
}
