import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { CarrelServer } from '#e2e/world/carrel-server.ts';

const LIFT_EVERY_MS = 500;

/**
 * Removes what the server has counted of the users' commands, again and again, until the returned function is called.
 * A user may send 3,000 edits a minute; the benches of the replay measure what comes before that limit.
 */
export function liftLimits({ dataFolder }: CarrelServer): () => void {
  const db = new Database(join(dataFolder, 'limits.sqlite'), { timeout: 5_000 });
  const lift = db.prepare("delete from rateLimits where key like 'keyedWrites%' or key like 'bytes%'");
  const timer = setInterval(() => lift.run(), LIFT_EVERY_MS);
  return () => {
    clearInterval(timer);
    db.close();
  };
}
