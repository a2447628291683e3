import * as v from 'valibot';
import { ActivateInput } from './activation.ts';
import { type Endpoint, fillPath } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { Id, IdempotencyKey, Instant } from './id.ts';
import { ProgressInput } from './progress.ts';

/**
 * The queued edits. Each kind has arguments, the endpoint it replays to and a sentence for people.
 * A kind is never removed and its arguments only ever grow, so that an old device's queue stays readable.
 */
const ActivateArgs = v.object({ courseId: Id, courseTitle: v.string(), ...ActivateInput.entries });
const ProgressArgs = ProgressInput;

const envelope = {
  /** Also its Idempotency-Key. */
  id: IdempotencyKey,
  userId: Id,
  version: v.number(),
  createdAt: Instant,
};

export const Command = v.variant('kind', [
  v.object({ ...envelope, kind: v.literal('course.activate'), args: ActivateArgs }),
  v.object({ ...envelope, kind: v.literal('progress.save'), args: ProgressArgs }),
]);
export type Command = v.InferOutput<typeof Command>;
export type CommandKind = Command['kind'];

export interface CommandRequest {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly body: unknown;
}

/** The request that a command replays to. */
export function commandRequest(command: Command): CommandRequest {
  switch (command.kind) {
    case 'course.activate': {
      const { courseId, activationCode } = command.args;
      const endpoint = endpoints.activateCourse;
      return { endpoint, path: fillPath(endpoint.path, { courseId }), body: { activationCode } };
    }
    case 'progress.save': {
      const endpoint = endpoints.saveProgress;
      return { endpoint, path: endpoint.path, body: command.args };
    }
  }
}

/** What a command does, as a sentence that people read. Never shows an activation code. */
export function describeCommand(command: Command): string {
  switch (command.kind) {
    case 'course.activate':
      return `Unlock “${command.args.courseTitle}”`;
    case 'progress.save': {
      const count = command.args.entries.length;
      return count === 1 ? 'Save your progress in 1 lesson' : `Save your progress in ${count} lessons`;
    }
  }
}
