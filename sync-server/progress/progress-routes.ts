import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ProgressInput } from '#schema/learning/progress.ts';
import { recordChanges } from '../db/changes/changes-queries.ts';
import type { Change } from '../db/changes/noted-edits.ts';
import type { Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { CommandCall } from '../http/commands/command-handler.ts';
import { commandRoute } from '../http/commands/command-route.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { clampEntry, hasUsableTimes } from './clamp-entry.ts';
import { listProgress, listVisibleLessons, saveProgress } from './progress-queries.ts';

/** The progress of learners in their lessons (docs/protocol.md, Progress). */
export function progressRoutes(deps: Deps): Route[] {
  return [
    signedInRoute(deps, endpoints.getProgress, async (c, caller) =>
      jsonReply(c, JSON.stringify({ entries: await listProgress(deps.db, caller.id) })),
    ),
    commandRoute(deps, {
      endpoint: endpoints.saveProgress,
      parse: (body) => parseInput(ProgressInput, body),
      run: save,
      isPersonal: true,
      mayRunAgain: ({ entries }, now) => entries.every((entry) => hasUsableTimes(entry, now)),
    }),
  ];
}

/**
 * Lessons that are deleted, or not accessible to this user, are omitted from the work and the reply. One
 * stale entry after a long time offline must not block the others, and the reply does not reveal which
 * lessons exist.
 */
async function save(trx: Trx, { caller, input, now }: CommandCall<ProgressInput>) {
  const lessonIds = input.entries.map((entry) => entry.lessonId);
  const visible = await listVisibleLessons(trx, caller, lessonIds);
  const entries = input.entries
    .filter((entry) => visible.has(entry.lessonId))
    .map((entry) => clampEntry(entry, now));
  const { states, changed } = await saveProgress(trx, caller.id, entries);
  const changes = changed.map(({ lessonId }): Change => {
    return { kind: 'progress', id: lessonId, userId: caller.id, courseId: visible.get(lessonId) ?? '' };
  });
  await recordChanges(trx, now.toISOString(), changes);
  return { entries: states };
}
