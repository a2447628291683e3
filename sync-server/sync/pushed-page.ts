import type { PushedPage } from '#schema/sync/pull.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/open.ts';
import { inSnapshot } from '../db/transaction.ts';
import type { ReadContext } from '../editor/queries/admin-course-queries.ts';
import { getPosition } from '../epoch/run-queries.ts';
import type { Cursors, PullScope } from './cursor.ts';
import { readPage } from './read-page.ts';

/** More than these are pulled: an event is not compressed, and waits in memory until it is read. */
const CHANGES_MAX = 20;
const CHARACTERS_MAX = 16 * 1024;

/** Where a stream is in the order of changes. */
export interface PushPosition {
  /** All changes up to here were sent, or the device was told to pull them. */
  readonly sequence: number;
  readonly scope: PullScope;
}

interface PageDeps {
  readonly db: Database;
  readonly clock: Clock;
  readContextAt(now: Date): ReadContext;
  readonly cursors: Cursors;
}

/**
 * Returns the changes behind a position; null if the device has to pull them.
 *
 * @param seen the number of a change that the page has to reach
 */
export type ReadPushedPage = (
  userId: string,
  position: PushPosition,
  seen: number,
) => Promise<PushedPage | null>;

/**
 * Reads the changes that an event sends to a device: few and small ones. Changes of the user's row or activations
 * are pulled, because a pull compares them with what the device did meanwhile.
 */
export function createPushedPages({ db, clock, readContextAt, cursors }: PageDeps): ReadPushedPage {
  const read = (userId: string, { sequence: after, scope }: PushPosition) =>
    inSnapshot(db, async (trx) => {
      const position = await getPosition(trx);
      const cursor = { epoch: position.epoch, sequence: after, startSequence: after, scope, run: null };
      const page = await readPage(
        trx,
        {
          ...{ userId, cursor, cursors, limit: CHANGES_MAX, charactersMax: CHARACTERS_MAX },
          isWithoutCourses: false,
          readContext: readContextAt(clock.now()),
        },
        await getPosition(trx),
      );
      const isForPull = page.changes.some(({ kind }) => kind === 'user' || kind === 'activation');
      const isWhole = !page.more && page.changes.length > 0;
      // The first change is in a page whatever its size.
      const isSmall = JSON.stringify(page.changes).length <= CHARACTERS_MAX;
      return isWhole && isSmall && !isForPull ? { ...page, after } : null;
    });
  return sharedWhileRead(read);
}

/**
 * All devices of a user, also the one that made the change, are at the same position at rest, so one read serves
 * them. A read that began before the server saw the change that a stream is notified of might lack it.
 */
function sharedWhileRead(
  read: (userId: string, position: PushPosition) => Promise<PushedPage | null>,
): ReadPushedPage {
  const underWay = new Map<string, Promise<PushedPage | null>>();
  return (userId, position, seen) => {
    const name = JSON.stringify([userId, position.sequence, position.scope, seen]);
    const known = underWay.get(name);
    if (known !== undefined) return known;
    const page = read(userId, position).finally(() => underWay.delete(name));
    underWay.set(name, page);
    return page;
  };
}
