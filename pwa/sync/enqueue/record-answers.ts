import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { CommandOf } from '#schema/commands/all-commands.ts';
import { ATTEMPT_ANSWERS_MAX } from '#schema/limits.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { hasLeft } from '../outbox/outbox-rows.ts';
import { requestReplay } from '../outbox/signal.ts';

export type AnswersToSave = CommandOf<'attempt.save'>['args'];

/**
 * Records answers of an attempt, and that it is handed in. They join the last command of the attempt if that was never
 * attempted.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {StorageFullError} if the device's storage is full
 */
export async function recordAnswers(authorId: string, args: AnswersToSave): Promise<void> {
  await changeOutbox(
    authorId,
    (store) =>
      write(store, [store.outbox], async (tx) => {
        const open = findOpenAttempt(await listUnsent(tx, ['attempt.save']), args);
        if (open === null)
          await appendCommand(tx, (envelope) => ({ ...envelope, kind: 'attempt.save', args }));
        else await tx.outbox.put(open);
        return { added: open === null ? 1 : 0 };
      }),
    { countAdded: ({ added }) => added, onStored: () => requestReplay() },
  );
}

/** The last command of the attempt, with the answers added; null if none may be changed or has room. */
function findOpenAttempt(unsent: readonly OutboxRow[], args: AnswersToSave): OutboxRow | null {
  const row = unsent.findLast(
    ({ command }) => command.kind === 'attempt.save' && command.args.id === args.id,
  );
  if (row?.command.kind !== 'attempt.save' || row.state !== 'waiting' || hasLeft(row)) return null;
  const { command } = row;
  const answers = [...command.args.answers, ...args.answers];
  if (answers.length > ATTEMPT_ANSWERS_MAX) return null;
  const submittedAt = command.args.submittedAt ?? args.submittedAt;
  const handedIn = submittedAt === undefined ? {} : { submittedAt };
  return { ...row, command: { ...command, args: { ...command.args, answers, ...handedIn } } };
}
