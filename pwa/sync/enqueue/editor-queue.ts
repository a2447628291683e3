import type { CommandBody } from '#schema/commands/all-commands.ts';
import { type OutboxRow, parseOutboxRow, readUnsent } from '../../store/account/outbox.ts';
import { write } from '../../store/database/access.ts';
import { inside } from '../../store/database/inside.ts';
import type { PrivateStore } from '../../store/database/private-store.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { requireSize } from './edit-input.ts';
import type { Coalesced } from './editor-coalesce.ts';

type Membership = Pick<OutboxRow, 'groupId' | 'cancelled'>;

/** The outbox within one editing transaction. */
export interface EditorQueue {
  readonly store: PrivateStore;
  /** In the order of entry, with every change so far applied. */
  readonly unsent: readonly OutboxRow[];
  /** Appends a command; returns its id. */
  append(body: CommandBody, membership?: Membership): PromiseLike<string>;
  /**
   * Applies the result of coalescing; returns the id of the command that carries the edit, null if none is
   * needed.
   */
  apply(coalesced: Coalesced, membership?: Membership): PromiseLike<string | null>;
}

/**
 * Runs one change of the editor commands in the author's outbox, in one transaction over the outbox, the
 * drafts and the courses, and then starts the replay.
 *
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {InputError} if a command became larger than the server accepts
 * @throws {StorageFullError} if the device's storage is full
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
