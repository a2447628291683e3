import { site } from '#pwa/device/site.ts';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { listEffective } from '#pwa/store/account/outbox.ts';
import { findFetchedAt, listAdminCourses } from '#pwa/store/admin/admin.ts';
import { adminOutlineTables } from '#pwa/store/admin/admin-courses.ts';
import { areFirstStepsDismissed } from '#pwa/store/admin/first-steps.ts';
import { readAtOnce } from '#pwa/store/database/access.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { shownCommands } from '#pwa/sync/commands/overlay.ts';
import { showCourses } from '#pwa/sync/commands/shown-course.ts';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { defaultSite } from '#schema/site/site.ts';
import { type FirstSteps, findFirstSteps } from './first-steps-model.ts';

export interface ShownSteps extends FirstSteps {
  /** Whether the checklist is shown: nobody has unlocked a course yet, and it was not dismissed. */
  readonly isShown: boolean;
}

/** The first steps as the device's courses say; null until they are fetched and read. */
export function useFirstSteps(): ShownSteps | null {
  const session = useSession();
  const own = 'user' in session ? session.user.activatedCourses : [];
  const { name } = useObservable(site);
  const stored = usePrivateQuery(readFacts, []);
  if (!stored?.isKnown) return null;
  const found = findFirstSteps({ ...stored, own, isNamed: name !== defaultSite.name });
  const isOver = found.steps.at(-1)?.isDone === true;
  return { ...found, isShown: !stored.isDismissed && !isOver };
}

async function readFacts(store: PrivateStore) {
  const tables = [...adminOutlineTables(store), store.outbox, store.state];
  return readAtOnce(store, tables, async (tx) => {
    const [rows, effective, fetchedAt, isDismissed] = await Promise.all([
      listAdminCourses(tx),
      listEffective(tx),
      findFetchedAt(tx, 'courses'),
      areFirstStepsDismissed(tx),
    ]);
    const commands = shownCommands(effective.filter(({ state }) => state !== 'refused'));
    return {
      courses: await showCourses(tx, rows, commands),
      drawnFor: commands.flatMap(({ kind, args }) => (kind === 'codeBatch.create' ? [args.courseId] : [])),
      isDismissed,
      isKnown: fetchedAt !== null || rows.length > 0 || commands.length > 0,
    };
  });
}
