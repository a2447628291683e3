import { listUnpulled, listUnsent, type OutboxRow, parseOutboxRow } from '#pwa/store/account/outbox.ts';
import { adminOutlineTables } from '#pwa/store/admin/admin-courses.ts';
import { write } from '#pwa/store/database/access.ts';
import type { PrivateStore, Tx } from '#pwa/store/database/private-store.ts';
import type { CommandBody } from '#schema/commands/all-commands.ts';
import { type ShownCommand, shownCommands } from '../commands/overlay.ts';
import { appendCommand, changeOutbox } from '../outbox/outbox.ts';
import { requestReplay } from '../outbox/signal.ts';
import { requireSize } from './edit-input.ts';
import type { Coalesced } from './editor-coalesce.ts';

type Membership = Pick<OutboxRow, 'groupId' | 'cancelled'>;

/** The outbox within one editing transaction. */
export interface EditorQueue {
  readonly tx: Tx;
  /** In the order of entry, with every change so far applied. Empty if the queue is not read. */
  readonly unsent: readonly OutboxRow[];
  /** Commands whose effect the stored rows do not show yet, although they were acknowledged. */
  readonly unpulled: readonly ShownCommand[];
  /** How many unsent commands were added so far, less those removed. */
  readonly added: number;
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
 * @param isRead whether `work` needs the queue: a long one takes long to read
 * @throws {StoreGoneError} if the author is no longer signed in on this device
 * @throws {InputError} if a command became larger than the server accepts
 * @throws {StorageFullError} if the device's storage is full
 */
export async function changeEditorQueue<T>(
  authorId: string,
  work: (queue: EditorQueue) => PromiseLike<T>,
  { isRead = true } = {},
): Promise<T> {
  const { result } = await changeOutbox(
    authorId,
    (store) =>
      write(store, tablesOf(store), async (tx) => {
        const unpulled = shownCommands(await listUnpulled(tx));
        const queue = createQueue(tx, isRead ? await listUnsent(tx) : [], unpulled);
        return { result: await work(queue), added: queue.added };
      }),
    { countAdded: ({ added }) => added, onStored: () => requestReplay('eager') },
  );
  return result;
}

const tablesOf = (store: PrivateStore) => [
  ...[store.outbox, store.drafts, store.lessonContents, store.importTexts, store.state],
  ...adminOutlineTables(store),
];

function createQueue(tx: Tx, stored: readonly OutboxRow[], unpulled: readonly ShownCommand[]): EditorQueue {
  let unsent = stored;
  let added = 0;
  const queue: EditorQueue = {
    tx,
    unpulled,
    get unsent() {
      return unsent;
    },
    get added() {
      return added;
    },
    append: async (body, membership = {}) => {
      const id = await appendCommand(tx, (envelope) => ({ ...envelope, ...body }), membership);
      const row = parseOutboxRow(await tx.outbox.get({ id }));
      if (row === null) throw new Error(`The command ${id} cannot be read back`);
      requireSize(row.command);
      unsent = [...unsent, row];
      added += 1;
      return id;
    },
    apply: async ({ put, remove, cancelled = [], append, joined }, membership) => {
      if (joined !== null) requireSize(joined.command);
      await tx.outbox.bulkDelete(remove.map(({ order }) => order));
      added -= remove.length;
      await tx.outbox.bulkPut([...put]);
      const replaced = new Map(put.map((row) => [row.order, row]));
      unsent = unsent
        .filter(({ order }) => remove.every((row) => row.order !== order))
        .map((row) => replaced.get(row.order) ?? row);
      const parts = cancelled.length === 0 ? membership : { ...membership, cancelled: [...cancelled] };
      const appended = append === null ? null : await queue.append(append, parts);
      return joined?.id ?? appended;
    },
  };
  return queue;
}
