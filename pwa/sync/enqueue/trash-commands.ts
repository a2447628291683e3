import { listUnsent } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { CommandBodyOf } from '#schema/commands/all-commands.ts';
import type { TrashedCourse } from '#schema/editor/trash.ts';
import { isTrashCommand, type TrashKind } from '../commands/trash-kind.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { replaceOpen } from './admin-commands.ts';

/*
 * Commands of admins for deleted courses. Each function throws StoreGoneError if the author is no longer
 * signed in on this device, and StorageFullError if its storage is full.
 */

/** Queues that a course is restored, instead of an unsent command that deletes it for good. */
export function enqueueRestore(authorId: string, { courseId, title }: TrashedCourse): Promise<void> {
  return append(authorId, { kind: 'course.restore', args: { courseId, courseTitle: title } });
}

/** Queues that a course is deleted for good, instead of an unsent command that restores it. */
export function enqueuePurge(authorId: string, { courseId, title, deletedAt }: TrashedCourse): Promise<void> {
  return append(authorId, { kind: 'course.purge', args: { courseId, courseTitle: title, deletedAt } });
}

async function append(authorId: string, body: CommandBodyOf<TrashKind>): Promise<void> {
  await changeOutbox(authorId, (store) =>
    write(store, [store.outbox], async (tx) => {
      const { courseId } = body.args;
      const { isUnderWay } = await replaceOpen(
        tx,
        ({ command }) => isTrashCommand(command) && command.args.courseId === courseId,
      );
      const isRepeated = isUnderWay && (await listUnsent(tx)).some(({ command }) => isSame(command, body));
      if (!isRepeated) await appendCommand(tx, (envelope) => ({ ...envelope, ...body }));
    }),
  );
  requestReplay('eager');
}

const isSame = (
  { kind, args }: { readonly kind: string; readonly args: object },
  body: CommandBodyOf<TrashKind>,
): boolean => kind === body.kind && 'courseId' in args && args.courseId === body.args.courseId;
