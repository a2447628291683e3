import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { findFetchedAt, listAdminCourses } from '#pwa/store/admin/admin.ts';
import type { PrivateStore } from '#pwa/store/database/private-store.ts';
import { refreshAdminCourses } from '#pwa/sync/pull/admin-refresh.ts';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { Freshness } from '#pwa/ui/feedback/freshness.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import styles from '../report.module.css';
import { CourseReport } from './course-report.tsx';

interface CourseReportsProps {
  chosenId: string | null;
  onChoose: (courseId: string) => void;
}

/** The report of the chosen course, or of the first one. */
export function CourseReports({ chosenId, onChoose }: CourseReportsProps) {
  const stored = usePrivateQuery(readCourses, []);
  const { refresh, ...refreshing } = useRefresh(refreshAdminCourses);
  const courses = stored?.courses ?? [];
  if (courses.length === 0 && stored?.fetchedAt)
    return (
      <EmptyState>
        <h2>No courses yet</h2>
        <p>A course has a report once it exists.</p>
      </EmptyState>
    );
  if (courses.length === 0)
    return (
      <Stack gap={5}>
        <Freshness
          {...refreshing}
          fetchedAt={null}
          failedTitle={messages.adminDataFailed}
          onRefresh={refresh}
          isPart
        />
        {refreshing.problem === null && <Skeleton height="30rem" />}
      </Stack>
    );
  const courseId = courses.find(({ id }) => id === chosenId)?.id ?? courses[0]?.id ?? '';
  return (
    <Stack gap={5}>
      <SelectField
        label="Course"
        className={styles.select}
        value={courseId}
        onChange={(event) => onChoose(event.target.value)}
      >
        {courses.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <CourseReport key={courseId} courseId={courseId} />
    </Stack>
  );
}

async function readCourses(store: PrivateStore) {
  const [courses, fetchedAt] = await Promise.all([listAdminCourses(store), findFetchedAt(store, 'courses')]);
  return { courses: courses.map(({ id, title }) => ({ id, title })), fetchedAt };
}
