import { Dexie, type Table } from 'dexie';
import type { CourseRow, StateRow } from './rows.ts';

/** What anybody may see: the catalogue and the app's own state. One per device. */
export class PublicStore extends Dexie {
  /** Nobody owns it; tells it apart from a private store. */
  readonly userId = null;
  declare readonly courses: Table<CourseRow, string>;
  declare readonly appState: Table<StateRow, string>;

  constructor() {
    super('carrel', { chromeTransactionDurability: 'strict' });
    // Versions only ever add: an older tab may reopen a database that a newer one has upgraded.
    this.version(1).stores({ courses: 'id, position', appState: 'key' });
    this.on('versionchange', () => {
      this.close({ disableAutoOpen: false });
      return false;
    });
  }
}

let opened: PublicStore | null = null;

/** The public store; Dexie opens it at the first access. */
export function openPublicStore(): PublicStore {
  opened ??= new PublicStore();
  return opened;
}
