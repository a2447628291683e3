import { readBirth, readLastId, updateCanary } from '#pwa/store/account/canary.ts';
import { countUnsent, readUnsentFront } from '#pwa/store/account/outbox.ts';
import { copyTexts, removeCopy, withCopies, writeCopy } from '#pwa/store/account/unsent-copy.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import { inBackground } from '#pwa/store/database/in-background.ts';
import { findPrivateStore, type PrivateStore } from '#pwa/store/database/private-store.ts';
import { readImportLines } from '../outbox/import-lines.ts';
import { printOutboxFile } from '../outbox/outbox-file.ts';
import { restoreCopy } from './restore-copy.ts';

/** Of a longer queue the front is copied: each change of the outbox writes the copy anew. */
const ROWS_MAX = 100;

/** Copies the known user's unsent commands and drafts. Restores the work of a lost database from its copy first. */
export class UnsentCopier {
  /** The identities of the databases that this page has copied. */
  readonly #current = new Set<string>();

  /** Replaces the copy, or removes it if nothing is unsent. */
  async copy(): Promise<void> {
    const store = findPrivateStore();
    if (store !== null) await withCopies(() => this.#copyStore(inBackground(store)));
  }

  async #copyStore(store: PrivateStore): Promise<void> {
    let work = await readWork(store);
    if (work.birth === null || !this.#current.has(work.birth)) {
      // A restore writes to the outbox, and that change starts the next copy.
      if (await restoreCopy(store)) return;
      // `updateCanary` gives a new database its identity.
      await updateCanary(store);
      work = await readWork(store);
    }
    const { birth, lastId, leftOut, rows, hasNewer, drafts } = work;
    // The copy of a tab with a newer version has all of the work; one by this version would lack a part.
    if (birth === null || hasNewer) return;
    this.#current.add(birth);
    if (rows.length === 0 && drafts.length === 0) return removeCopy(store.userId);
    const text = printOutboxFile(store.userId, { unsent: rows, drafts });
    await writeCopy(store, { birth, lastId, leftOut, text });
    const imports = rows.flatMap(({ command }) => (command.kind === 'course.import' ? [command] : []));
    await copyTexts(
      store,
      new Map(imports.map((command) => [command.args.courseId, () => readImportLines(command)])),
    );
  }
}

function readWork(store: PrivateStore) {
  return readAtOnce(store, [store.state, store.outbox, store.drafts], async (tx) => {
    const [birth, lastId, front, drafts] = await Promise.all([
      readBirth(tx),
      readLastId(tx),
      readUnsentFront(tx, ROWS_MAX),
      tx.drafts.toArray(),
    ]);
    const { rows, isAll, hasNewer } = front;
    // A browser visits every row that it counts.
    const leftOut = isAll ? 0 : (await countUnsent(tx)) - rows.length;
    return { birth, lastId, leftOut, rows, hasNewer, drafts };
  });
}
