import { usePrivateQuery } from '../../session/use-private-query.ts';
import { listKeptCourses } from '../../store/kept-courses.ts';
import { listUnsent, type OutboxRow } from '../../store/outbox.ts';
import type { PrivateStore } from '../../store/private-store.ts';
import { listProgress } from '../../store/progress.ts';
import type { Desk } from './desk-model.ts';

/** An activation that has not been acknowledged. */
export type PendingActivation = Omit<OutboxRow, 'command'> & {
  /** Null while only the code is known, but not its course. */
  readonly courseId: string | null;
  readonly courseTitle: string | null;
};

export interface LearnerDesk extends Desk {
  readonly pending: readonly PendingActivation[];
}

/** The learner's data for the dashboard, read from the device in one transaction; undefined while reading. */
export function useDesk(): LearnerDesk | null | undefined {
  return usePrivateQuery(readDesk, []);
}

async function readDesk(store: PrivateStore): Promise<LearnerDesk> {
  const [keptCourses, progress, unsent] = await Promise.all([
    listKeptCourses(store),
    listProgress(store),
    listUnsent(store),
  ]);
  return { keptCourses, progress, pending: unsent.flatMap(readPending) };
}

function readPending({ command, ...row }: OutboxRow): PendingActivation[] {
  if (command.kind === 'code.redeem') return [{ ...row, courseId: null, courseTitle: null }];
  if (command.kind !== 'course.activate') return [];
  const { courseId, courseTitle } = command.args;
  return [{ ...row, courseId, courseTitle }];
}
