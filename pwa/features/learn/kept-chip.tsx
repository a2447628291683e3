import { describeAway, isReadable, summarizeKept } from '#schema/kept.ts';
import { usePrivateQuery } from '../../session/use-private-query.ts';
import { listDownloads } from '../../store/downloads.ts';
import { listKeptLessonIds } from '../../store/kept-courses.ts';
import type { PrivateStore } from '../../store/private-store.ts';
import type { KeptCourse } from '../../store/rows.ts';
import { Chip } from '../../ui/chip.tsx';
import { TickIcon } from '../../ui/icons.tsx';
import styles from './kept-chip.module.css';

/** Says in the bar that the course opens without a network, as far as it really does. */
export function KeptChip({ course }: { course: KeptCourse }) {
  const onDevice = usePrivateQuery((store) => readOnDevice(store, course.id), [course.id]);
  if (!onDevice) return null;
  const kept = summarizeKept(course, onDevice);
  if (!isReadable(kept)) return null;
  const away = describeAway(kept);
  return (
    <Chip tone="ok" icon={<TickIcon />} className={styles.chip}>
      {away === null ? 'Works offline' : 'Text works offline'}
    </Chip>
  );
}

async function readOnDevice(store: PrivateStore, courseId: string) {
  const [lessonIds, downloads] = await Promise.all([
    listKeptLessonIds(store, courseId),
    listDownloads(store),
  ]);
  const kept = downloads.filter((row) => row.state === 'kept');
  return { lessonIds: new Set(lessonIds), fileIds: new Set(kept.map((row) => row.fileId)) };
}
