import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, Tx } from '#pwa/store/database/private-store.ts';
import type { SupportRequest } from '#schema/account/support.ts';
import type { User } from '#schema/account/user.ts';
import type { Command, CommandBodyOf } from '#schema/commands/all-commands.ts';
import type { CourseRef } from '../commands/row-refs.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { replaceOpen, takesBack } from './admin-commands.ts';

/*
 * Commands for people, queued. Each replaces an unsent one about the same, and sends nothing if it only takes that back.
 * Each function throws StoreGoneError if the author is no longer signed in on this device, and StorageFullError if its
 * storage is full.
 */

interface AccessChange {
  readonly user: Pick<User, 'id' | 'name'>;
  readonly course: CourseRef;
  readonly hasAccess: boolean;
  /** Why it is removed; for admins only. */
  readonly reason?: string;
}

/** Queues that a user gets access to a course, or loses it. */
export function enqueueAccessOf(authorId: string, change: AccessChange): Promise<void> {
  const { user, course, hasAccess, reason = '' } = change;
  return append(authorId, async (tx) => {
    const isSame = ({ command: { kind, args } }: OutboxRow) =>
      (kind === 'access.give' || kind === 'access.setRevoked') &&
      args.userId === user.id &&
      args.courseId === course.id;
    const replaced = await replaceOpen(tx, isSame);
    if (takesBack(replaced, (command) => givesAccess(command) !== hasAccess)) return null;
    const args = { courseId: course.id, courseTitle: course.title, userId: user.id, userName: user.name };
    return hasAccess
      ? { kind: 'access.give', args }
      : { kind: 'access.setRevoked', args: { ...args, codeId: null, revoked: true, reason } };
  });
}

const givesAccess = ({ kind, args }: Command): boolean =>
  kind === 'access.give' || (kind === 'access.setRevoked' && !args.revoked);

/** Queues that a support request is done, or open again. */
export function enqueueSupportDone(
  authorId: string,
  { id: requestId, name }: Pick<SupportRequest, 'id' | 'name'>,
  done: boolean,
): Promise<void> {
  const isSame = ({ command: { kind, args } }: OutboxRow) =>
    kind === 'support.setDone' && args.requestId === requestId;
  return append(authorId, async (tx) => {
    const replaced = await replaceOpen(tx, isSame);
    if (takesBack(replaced, ({ args }) => 'done' in args && args.done !== done)) return null;
    return { kind: 'support.setDone', args: { requestId, name, done } };
  });
}

type Body = CommandBodyOf<'access.give' | 'access.setRevoked' | 'support.setDone'>;

async function append(authorId: string, build: (tx: Tx) => Promise<Body | null>): Promise<void> {
  await changeOutbox(authorId, (store: PrivateStore) =>
    write(store, [store.outbox], async (tx) => {
      const body = await build(tx);
      if (body !== null) await appendCommand(tx, (envelope) => ({ ...envelope, ...body }));
    }),
  );
  requestReplay('eager');
}
