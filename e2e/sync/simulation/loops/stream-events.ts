import { getLastSequence } from '#sync-server/db/changes/changes-queries.ts';
import type { PushPosition } from '#sync-server/sync/pushed-page.ts';
import type { SimulatedServer } from '../machines/simulated-server.ts';

/* What a stream of events sends, as the server's `event-streams.ts` decides it; that one uses timers. */

/** Where a stream begins that a user opens now. */
export function readPosition(server: SimulatedServer, userId: string): Promise<PushPosition> {
  return server.runInside(async ({ deps, backend }) => {
    const user = await backend.findCallerRow(deps.db, userId);
    return { sequence: await getLastSequence(deps.db), scope: user?.role === 'admin' ? 'all' : 'own' };
  });
}

/** The changes behind a position and the next position; without a page the device has to pull. */
export function readEvent(server: SimulatedServer, userId: string, position: PushPosition) {
  return server.runInside(async ({ deps, backend }) => {
    const readContextAt = (now: Date) => backend.readContextOf(deps, now);
    const seen = await getLastSequence(deps.db);
    const page = await backend.createPushedPages({ ...deps, readContextAt })(userId, position, seen);
    const sequence = page?.sequence ?? Math.max(position.sequence, seen);
    return { page, position: { ...position, sequence } };
  });
}
