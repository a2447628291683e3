import type { Command, CommandKind } from '#schema/commands.ts';
import { messages } from '#schema/messages.ts';
import type { Answer } from '../api/answer.ts';

/** What an answer means for the command that was sent. `problem` is a sentence for people. */
export type Outcome =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'retry'; readonly problem: string }
  | { readonly kind: 'paused'; readonly problem: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** Statuses below 500 that say nothing about the request itself. */
export const RETRY_STATUSES: readonly number[] = [0, 401, 408, 425, 429];

/** What is said of a command that the server failed on without a word of its own (section 8). */
const fallbacks: Readonly<Record<CommandKind, string>> = {
  'course.activate': messages.activationFailed,
  'progress.save': messages.replyUnreadable,
  'profile.update': messages.profileFailed,
  'support.request': messages.supportFailed,
  'course.setStatus': messages.courseStatusFailed,
  'course.delete': messages.courseDeleteFailed,
  'user.setRole': messages.replyUnreadable,
  'course.create': messages.courseSaveFailed,
  'course.update': messages.courseSaveFailed,
  'module.create': messages.moduleAddFailed,
  'module.update': messages.changesFailed,
  'module.delete': messages.changesFailed,
  'lesson.create': messages.lessonAddFailed,
  'lesson.update': messages.changesFailed,
  'lesson.delete': messages.changesFailed,
  'lesson.setVideo': messages.videoUrlFailed,
  'resource.create': messages.resourceAddFailed,
  'resource.delete': messages.resourceDeleteFailed,
  'codes.upload': messages.codesFailed,
  'lesson.attachVideo': messages.videoUploadFailed,
  'course.attachThumbnail': messages.changesFailed,
  'history.keepAside': messages.changesFailed,
};

/**
 * The ladder, from the top; the first rung that holds decides.
 * 1. Acknowledged: a 2xx that can be read and whose `Receipt` names this very command. The server
 *    wrote that receipt in the transaction of the effect, so it is done and done once.
 * 2. Paused: a 401 that says the session is over. The same person's next login goes on.
 * 3. Retry, for ever: no answer, 401 of a proxy, 408, 425, 429, 5xx, and any 2xx or 3xx that is no ack
 *    (a captive portal's page, an empty body, another command's receipt).
 * 4. Refused: a 4xx in the server's own words; asking again would bring the same words.
 * 5. Retry: a 4xx in anybody else's words (a firewall's page says nothing about the command).
 */
export function decideOutcome(command: Pick<Command, 'id' | 'kind'>, answer: Answer): Outcome {
  const { status, error } = answer;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && answer.output !== null && answer.receipt === command.id) return { kind: 'acknowledged' };
  if (answer.endsSession) return { kind: 'paused', problem: error?.error ?? messages.sessionEnded };
  const isRefusal = status >= 400 && status < 500 && !RETRY_STATUSES.includes(status);
  if (isRefusal && error !== null && (error.code !== undefined || answer.receipt === command.id)) {
    return { kind: 'refused', problem: error.error };
  }
  return { kind: 'retry', problem: error?.error ?? fallbackFor(command.kind, status) };
}

function fallbackFor(kind: CommandKind, status: number): string {
  if (status === 0) return messages.networkError;
  return status >= 400 ? fallbacks[kind] : messages.replyUnreadable;
}
