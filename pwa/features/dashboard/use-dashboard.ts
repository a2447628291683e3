import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { listUnsent, type OutboxRow } from '#pwa/store/account/outbox.ts';
import { listProgress } from '#pwa/store/account/progress.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { listOfflineCourses } from '#pwa/store/offline/offline-courses.ts';
import { readCourseTests } from '#pwa/sync/quizzes/course-tests.ts';
import type { DashboardModel } from './dashboard-model.ts';

/** An activation that has not been acknowledged. */
export type PendingActivation = Omit<OutboxRow, 'command'> & {
  /** Null while only the code is known, but not its course. */
  readonly courseId: string | null;
  readonly courseTitle: string | null;
};

export interface LearnerDashboard extends DashboardModel {
  readonly pending: readonly PendingActivation[];
}

/** The learner's data for the dashboard, read from the device in one transaction; undefined while reading. */
export function useDashboard(): LearnerDashboard | null | undefined {
  return usePrivateQuery(readDashboard, []);
}

async function readDashboard(store: PrivateStore): Promise<LearnerDashboard> {
  const [offlineCourses, progress, tests, unsent] = await Promise.all([
    listOfflineCourses(store),
    listProgress(store),
    readCourseTests(store, null),
    listUnsent(store),
  ]);
  return { offlineCourses, progress, tests, pending: unsent.flatMap(readPending) };
}

function readPending({ command, ...row }: OutboxRow): PendingActivation[] {
  if (command.kind === 'code.redeem') return [{ ...row, courseId: null, courseTitle: null }];
  if (command.kind !== 'course.activate') return [];
  const { courseId, courseTitle } = command.args;
  return [{ ...row, courseId, courseTitle }];
}
