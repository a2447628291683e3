import type { Logger } from 'pino';
import { HISTORY_POSITION_HEADER, SEQUENCE_HEADER } from '#schema/protocol.ts';
import type { Clock } from '../clock.ts';
import { getLastSequence } from '../db/changes/changes-queries.ts';
import type { Database, Db } from '../db/open.ts';
import type { EpochRow } from '../db/tables.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import { beginEpoch, getEpoch } from '../epoch/epoch-queries.ts';
import type { PositionNotes } from '../epoch/restore-evidence.ts';
import { findRunAt, getPosition, type Position } from '../epoch/run-queries.ts';
import { ApiError, sessionEnded } from '../http/reply/api-error.ts';
import { voidAllRecovery } from '../recovery/recovery-queries.ts';
import { voidAllChallenges } from '../second-factor/passkeys/challenge-queries.ts';
import { endSessionsOfAll } from '../sessions/session-queries.ts';
import { type Cursors, lastKnownTo, type PullCursor } from './cursor.ts';
import type { EventStreams } from './event-streams.ts';

interface EpochStart {
  /** ISO time. */
  readonly at: string;
  /** The operator's decision about the restore. */
  readonly intent?: EpochRow['restoreIntent'];
}

/**
 * Begins the epoch after a restore and returns its name. What became void after the backup would be valid again:
 * so all sessions end, with their tokens, and all reset codes. Users sign in once more.
 */
export async function beginEpochAfterRestore(trx: Trx, { at, intent }: EpochStart): Promise<string> {
  await endSessionsOfAll(trx, at);
  await voidAllRecovery(trx);
  await voidAllChallenges(trx);
  return beginEpoch(trx, intent);
}

/**
 * Whether a cursor that this server signed names changes that the database, at this position, does not have: they were
 * lost in a restore. Either the last one is beyond the database's, or another run of the server has used its number since.
 */
export async function isFromLostHistory(
  db: Db,
  cursor: PullCursor | null,
  position: Position,
): Promise<boolean> {
  if (cursor === null || cursor.run === null || cursor.epoch !== position.epoch) return false;
  const last = lastKnownTo(cursor);
  // A run has written all changes since its first, so those up to the last are its own.
  if (last <= position.sequence && cursor.run === position.run) return false;
  return last > position.sequence || cursor.run !== (await findRunAt(db, last, position));
}

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly watermark: PositionNotes;
  readonly eventStreams: EventStreams;
  readonly cursors: Cursors;
  /** Called after a new epoch has begun. Never rejects. */
  readonly onRestored: (db: Database) => Promise<void>;
}

/** Restores that only the devices know of, because the whole data folder was restored. */
export class Restores {
  readonly #parts: Parts;
  /** The last position that was signed: the acks of a shared commit have the same one. */
  #signed: (Position & { readonly text: string }) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The headers of an ack that say where the history ends: as a number, and signed. The signed position has the form of
   * a cursor, but no device pulls from it.
   *
   * @param read the position after the acknowledged command, if it was read already
   */
  async positionHeaders(read?: Position): Promise<Record<string, string>> {
    const position = read ?? (await getPosition(this.#parts.db));
    return {
      [HISTORY_POSITION_HEADER]: this.#sign(position),
      [SEQUENCE_HEADER]: String(position.sequence),
    };
  }

  #sign({ epoch, sequence, run }: Position): string {
    const last = this.#signed;
    if (last?.sequence === sequence && last.epoch === epoch && last.run === run) return last.text;
    const cursor = { epoch, sequence, startSequence: sequence, scope: 'own', run } as const;
    const text = this.#parts.cursors.print(cursor);
    this.#signed = { epoch, sequence, run, text };
    return text;
  }

  /**
   * Begins a new epoch if a device shows a position that the database does not have. Throws ApiError: then its session
   * has ended, and nothing of its request may be done.
   *
   * @param shown undefined, or unreadable, proves nothing
   * @param read the database's position, if the request has read it
   */
  async requirePosition(shown: string | undefined, read: Position | undefined): Promise<void> {
    const cursor = shown === undefined ? null : this.#readPosition(shown);
    if (cursor === null) return;
    const { db } = this.#parts;
    const position = read ?? (await getPosition(db));
    if (!(await isFromLostHistory(db, cursor, position))) return;
    await this.begin(cursor.epoch, lastKnownTo(cursor));
    throw sessionEnded();
  }

  #readPosition(shown: string): PullCursor | null {
    try {
      return this.#parts.cursors.parse(shown);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  /**
   * Begins a new epoch at once, for all devices: every session ends, and the open streams of events with them.
   *
   * @param epoch the epoch that was shown to be restored; nothing is done if another one has begun since
   * @param known the last change that a device knows of
   */
  async begin(epoch: string, known: number): Promise<void> {
    const { db, clock, log, watermark, eventStreams, onRestored } = this.#parts;
    const at = clock.now().toISOString();
    const begun = await inTransaction(db, async (trx) =>
      (await getEpoch(trx)) === epoch ? beginEpochAfterRestore(trx, { at }) : null,
    );
    if (begun === null) return;
    const sequence = await getLastSequence(db);
    log.warn({ known, sequence }, 'new epoch: the database was restored');
    await watermark.write({ epoch: begun, sequence });
    eventStreams.close();
    await onRestored(db);
  }
}
