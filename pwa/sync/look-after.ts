import { holdReserve } from '../downloads/reserve.ts';
import { verifyKeptFiles } from '../downloads/take-stock.ts';
import { shareRun } from './share-run.ts';

/** The page is looked at many times a minute; the browser clears up once in a while. */
const AGAIN_AFTER_MS = 30_000;

let lookedAt = 0;

/**
 * Sets what is known of kept files right by the bytes that are here, so that a badge goes out when the
 * browser has cleared something away, and holds the reserve again.
 */
export async function lookAfterFiles(userId: string): Promise<void> {
  await shareRun(`look-after/${userId}`, async () => {
    lookedAt = Date.now();
    await verifyKeptFiles(userId);
    await holdReserve(userId).catch(() => undefined);
  });
}

/** The same when somebody looks at the page again, unless it was done just now. */
export async function lookAfterFilesAgain(userId: string): Promise<void> {
  if (Date.now() - lookedAt > AGAIN_AFTER_MS) await lookAfterFiles(userId);
}
