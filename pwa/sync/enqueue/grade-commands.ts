import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import type { CommandBodyOf, CommandOf } from '#schema/commands/all-commands.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { replaceOpen } from './admin-commands.ts';

/*
 * Commands for the grades of tests, queued. Each replaces an unsent one about the same. Errors as in person-commands.ts.
 */

/** Queues that an attempt over the limit of its test counts. */
export function enqueueAttemptCount(
  authorId: string,
  args: CommandOf<'attempt.count'>['args'],
): Promise<void> {
  return append(authorId, { kind: 'attempt.count', args }, ({ command }) => {
    const { kind, args: other } = command;
    return kind === 'attempt.count' && other.attemptId === args.attemptId && other.userId === args.userId;
  });
}

/** Queues that the attempts at a test are graded again; the mode that was chosen last applies. */
export function enqueueRegrade(authorId: string, args: CommandOf<'quiz.regrade'>['args']): Promise<void> {
  return append(
    authorId,
    { kind: 'quiz.regrade', args },
    ({ command }) => command.kind === 'quiz.regrade' && command.args.quizId === args.quizId,
  );
}

async function append(
  authorId: string,
  body: CommandBodyOf<'attempt.count' | 'quiz.regrade'>,
  isSame: (row: OutboxRow) => boolean,
): Promise<void> {
  await changeOutbox(authorId, (store: PrivateStore) =>
    write(store, [store.outbox], async (tx) => {
      await replaceOpen(tx, isSame);
      await appendCommand(tx, (envelope) => ({ ...envelope, ...body }));
    }),
  );
  requestReplay('eager');
}
