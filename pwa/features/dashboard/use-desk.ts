import { usePrivateQuery } from '../../session/use-private-query.ts';
import { listDownloads } from '../../store/downloads.ts';
import { listKeptCourses, listKeptLessonIds } from '../../store/kept-courses.ts';
import { listUnsent, type OutboxRow } from '../../store/outbox.ts';
import type { PrivateStore } from '../../store/private-store.ts';
import { listProgress } from '../../store/progress.ts';
import type { Desk } from './desk-model.ts';

/** An activation that has not been acknowledged. */
export type PendingActivation = Omit<OutboxRow, 'command'> & {
  readonly courseId: string;
  readonly courseTitle: string;
};

export interface LearnerDesk extends Desk {
  readonly pending: readonly PendingActivation[];
}

/** Everything the dashboard shows of the learner, read from the device in one go; undefined while reading. */
export function useDesk(): LearnerDesk | null | undefined {
  return usePrivateQuery(readDesk, []);
}

async function readDesk(store: PrivateStore): Promise<LearnerDesk> {
  const [keptCourses, progress, lessonIds, downloads, unsent] = await Promise.all([
    listKeptCourses(store),
    listProgress(store),
    listKeptLessonIds(store),
    listDownloads(store),
    listUnsent(store),
  ]);
  const keptFiles = downloads.filter((row) => row.state === 'kept');
  return {
    keptCourses,
    progress,
    lessonIds: new Set(lessonIds),
    fileIds: new Set(keptFiles.map((row) => row.fileId)),
    pending: unsent.flatMap(readPending),
  };
}

function readPending({ command, ...row }: OutboxRow): PendingActivation[] {
  if (command.kind !== 'course.activate') return [];
  const { courseId, courseTitle } = command.args;
  return [{ ...row, courseId, courseTitle }];
}
