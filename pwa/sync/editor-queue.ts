import type { CommandBody } from '#schema/commands/all-commands.ts';
import { write } from '../store/access.ts';
import { inside } from '../store/inside.ts';
import { type OutboxRow, parseOutboxRow, readUnsent } from '../store/outbox.ts';
import type { PrivateStore } from '../store/private-store.ts';
import { requireSize } from './edit-input.ts';
import type { Coalesced } from './editor-coalesce.ts';
import { appendCommand, changeOutbox } from './outbox.ts';
import { requestReplay } from './signal.ts';

type Membership = Pick<OutboxRow, 'groupId' | 'cancelled'>;

/** The outbox within one transaction that edits it. */
export interface EditorQueue {
  readonly store: PrivateStore;
  /** In the order of entry, and as they stand after every change so far. */
  readonly unsent: readonly OutboxRow[];
  /** Queues a command behind all others; answers its id. */
  append(body: CommandBody, membership?: Membership): PromiseLike<string>;
  /** Does what coalescing came to; answers the id of the command that carries the edit, null when none has to. */
  apply(coalesced: Coalesced, membership?: Membership): PromiseLike<string | null>;
}

/**
 * One edit of the editor's part of its author's outbox, in one transaction over the outbox, the drafts and the
 * courses; afterwards the replay starts.
 *
 * @throws {StoreGoneError} when its author is not here any more
 * @throws {InputError} when a command became larger than the server takes
 * @throws {StorageFullError} when the device has no room
 */
export async function changeEditorQueue<T>(
  authorId: string,
  work: (queue: EditorQueue) => PromiseLike<T>,
): Promise<T> {
  const result = await changeOutbox(authorId, (store) =>
    write(store, [store.outbox, store.drafts, store.adminCourses], async () => {
      const unsent = await inside(() => readUnsent(store));
      return inside(() => work(createQueue(store, unsent)));
    }),
  );
  requestReplay('eager');
  return result;
}

function createQueue(store: PrivateStore, stored: readonly OutboxRow[]): EditorQueue {
  let unsent = stored;
  const queue: EditorQueue = {
    store,
    get unsent() {
      return unsent;
    },
    append: (body, membership = {}) =>
      inside(async () => {
        const id = await inside(() =>
          appendCommand(store, (envelope) => ({ ...envelope, ...body }), membership),
        );
        const row = parseOutboxRow(await store.outbox.get({ id }));
        if (row === null) throw new Error(`The command ${id} cannot be read back`);
        requireSize(row.command);
        unsent = [...unsent, row];
        return id;
      }),
    apply: ({ put, remove, cancelled = [], append, joined }, membership) =>
      inside(async () => {
        if (joined !== null) requireSize(joined.command);
        await store.outbox.bulkDelete(remove.map(({ order }) => order));
        await store.outbox.bulkPut([...put]);
        const replaced = new Map(put.map((row) => [row.order, row]));
        unsent = unsent
          .filter(({ order }) => remove.every((row) => row.order !== order))
          .map((row) => replaced.get(row.order) ?? row);
        const parts = cancelled.length === 0 ? membership : { ...membership, cancelled: [...cancelled] };
        const appended = append === null ? null : await queue.append(append, parts);
        return joined?.id ?? appended;
      }),
  };
  return queue;
}
