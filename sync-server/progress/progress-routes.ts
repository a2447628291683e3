import { endpoints } from '#schema/endpoints.ts';
import { ProgressInput } from '#schema/progress.ts';
import { type Change, recordChanges } from '../db/changes-queries.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { type CommandCall, commandRoute, type Route, signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { jsonReply } from '../http/reply.ts';
import { clampEntry } from './clamp-entry.ts';
import { listProgress, listVisibleLessons, saveProgress } from './progress-queries.ts';

/** What learners did in their lessons (contract, section 4). */
export function progressRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.getProgress, async (c, caller) =>
      jsonReply(c, JSON.stringify({ entries: await listProgress(deps.db, caller.id) })),
    ),
    commandRoute(deps, {
      endpoint: endpoints.saveProgress,
      parse: (body) => parseInput(ProgressInput, body),
      run: save,
    }),
  ];
}

/**
 * Lessons that are gone, or not this person's, are left out of the work and of the reply. One stale entry
 * of a long offline trip must not hold back all the others, and it tells nobody which lessons exist.
 */
async function save(trx: Trx, { caller, input, now }: CommandCall<ProgressInput>) {
  const lessonIds = input.entries.map((entry) => entry.lessonId);
  const visible = await listVisibleLessons(trx, caller, lessonIds);
  const entries = input.entries
    .filter((entry) => visible.has(entry.lessonId))
    .map((entry) => clampEntry(entry, now));
  const states = await saveProgress(trx, caller.id, entries);
  const changes = states.map(({ lessonId }): Change => {
    return { kind: 'progress', id: lessonId, userId: caller.id, courseId: visible.get(lessonId) ?? '' };
  });
  await recordChanges(trx, now.toISOString(), changes);
  return { entries: states };
}
