import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { findStoredAccess, isAccessOf } from '#pwa/store/admin/people.ts';
import { findStoredDone } from '#pwa/store/admin/support-requests.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, Tx } from '#pwa/store/database/private-store.ts';
import type { SupportRequest } from '#schema/account/support.ts';
import type { User } from '#schema/account/user.ts';
import type { CommandBodyOf } from '#schema/commands/all-commands.ts';
import type { CourseRef } from '../commands/row-refs.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { replaceOpen } from './admin-commands.ts';

/*
 * Commands for people, queued. Each replaces an unsent one about the same, and sends nothing if the server has it already.
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
    const isUnderWay = await replaceOpen(tx, ({ command }) => isAccessOf(command, user.id, course.id));
    const stored = await findStoredAccess(tx, { userId: user.id, courseId: course.id });
    if (stored === hasAccess && !isUnderWay) return null;
    const args = { courseId: course.id, courseTitle: course.title, userId: user.id, userName: user.name };
    return hasAccess
      ? { kind: 'access.give', args }
      : { kind: 'access.setRevoked', args: { ...args, codeId: null, revoked: true, reason } };
  });
}

/** Queues that a support request is done, or open again. */
export function enqueueSupportDone(
  authorId: string,
  { id: requestId, name }: Pick<SupportRequest, 'id' | 'name'>,
  done: boolean,
): Promise<void> {
  const isSame = ({ command: { kind, args } }: OutboxRow) =>
    kind === 'support.setDone' && args.requestId === requestId;
  return append(authorId, async (tx) => {
    const isUnderWay = await replaceOpen(tx, isSame);
    if ((await findStoredDone(tx, requestId)) === done && !isUnderWay) return null;
    return { kind: 'support.setDone', args: { requestId, name, done } };
  });
}

type Body = CommandBodyOf<'access.give' | 'access.setRevoked' | 'support.setDone'>;

async function append(authorId: string, build: (tx: Tx) => Promise<Body | null>): Promise<void> {
  await changeOutbox(authorId, (store: PrivateStore) =>
    write(store, [store.outbox, store.state, store.adminRequests], async (tx) => {
      const body = await build(tx);
      if (body !== null) await appendCommand(tx, (envelope) => ({ ...envelope, ...body }));
    }),
  );
  requestReplay('eager');
}
