import { enqueueCode } from '#pwa/sync/enqueue/redeem-code.ts';
import { enqueueActivation } from '#pwa/sync/outbox/outbox.ts';
import type { Command } from '#schema/commands/all-commands.ts';

/** The target of an activation code. */
export interface ActivationTarget {
  /** Its id among all targets. */
  readonly place: string;
  readonly isOwn: (command: Command) => boolean;
  /** Returns the code of a command of this target. */
  readonly codeOf: (command: Command) => string;
  readonly enqueue: (authorId: string, code: string) => Promise<string>;
}

/** The course on whose page the code is entered. */
export function courseTarget(courseId: string, courseTitle: string | null): ActivationTarget {
  return {
    place: courseId,
    isOwn: (command) => command.kind === 'course.activate' && command.args.courseId === courseId,
    codeOf: (command) => (command.kind === 'course.activate' ? command.args.activationCode : ''),
    enqueue: (authorId, code) =>
      enqueueActivation(authorId, { courseId, courseTitle: courseTitle ?? 'your course', code }),
  };
}

/** The course that the code belongs to. No course has an empty id. */
export const anyCourse: ActivationTarget = {
  place: '',
  isOwn: (command) => command.kind === 'code.redeem',
  codeOf: (command) => (command.kind === 'code.redeem' ? command.args.activationCode : ''),
  enqueue: enqueueCode,
};
