import type { Db } from '../db/open.ts';
import type { EpochRow } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import type { Watermark } from './watermark.ts';

/** A database was restored from a backup, as something outside of its rows shows. */
export interface Evidence {
  /** The last change before the restore; null if it is unknown. */
  readonly known: number | null;
  /** The operator's decision. */
  readonly intent: EpochRow['restoreIntent'];
}

/** Facts that are not in the rows of a database, so that a restore of a backup does not change them. */
export interface RestoreEvidence {
  /** Null if nothing shows that the database, which is at this position, was restored. */
  find(db: Db, position: Watermark): Promise<Evidence | null>;
  /** In the transaction that begins the epoch: from its commit on, the same evidence proves nothing. */
  accept(trx: Trx): Promise<void>;
  /** After the commit of this transaction. */
  onAccepted(): void;
}

/** Where the last position of the database is noted outside of it. */
export interface PositionNotes {
  /** Never rejects: a note that could not be written is repeated by `retry`. */
  write(watermark: Watermark): Promise<void>;
  /** Called every second. */
  retry(): Promise<void>;
}
