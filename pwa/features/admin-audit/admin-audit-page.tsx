import { Button } from '#pwa/ui/controls/button.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import styles from './admin-audit-page.module.css';
import { AuditEntry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { groupByDay, listCourses, listPeople } from './audit-model.ts';
import { useAudit } from './use-audit.ts';

/** Admin activity by day, newest first. */
export function AdminAuditPage() {
  const audit = useAudit();
  const { fetchedAt, problem, shown, newest, courses } = audit;
  const now = useNow();
  const choices = listCourses(courses, newest);
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  return (
    <AdminListPage
      title="Audit log"
      fetchedAt={fetchedAt}
      problem={problem}
      failedTitle={messages.adminDataFailed}
      isBusy={audit.isBusy}
      isOnline={audit.isOnline}
      refresh={audit.refresh}
      skeleton={<Skeleton height="24rem" />}
      isText
    >
      <Stack gap={5}>
        <AuditFilters
          filter={audit.filter}
          onChange={audit.choose}
          courses={choices}
          people={listPeople([...newest, ...shown])}
        />
        {shown.length === 0 && !audit.isFetching && (
          <EmptyState>
            <p>No changes yet.</p>
          </EmptyState>
        )}
        {groupByDay(shown, new Date(now)).map(({ name, revisions }) => (
          <Stack key={name} as="section" gap={2} className={styles.day} aria-label={name}>
            <h2>{name}</h2>
            <ol className={styles.list}>
              {revisions.map((revision) => (
                <AuditEntry
                  key={revision.id}
                  revision={revision}
                  courseTitle={names.get(revision.courseId ?? '') ?? null}
                />
              ))}
            </ol>
          </Stack>
        ))}
        <Older audit={audit} />
      </Stack>
    </AdminListPage>
  );
}

/** Loads older entries, which are not stored on the device. */
function Older({ audit }: { audit: ReturnType<typeof useAudit> }) {
  const { hasOlder, isFetching, isOnline, olderProblem, fetchOlder } = audit;
  if (olderProblem !== null)
    return (
      <Notice
        tone="bad"
        title="Older entries could not be loaded"
        actions={<Button onClick={fetchOlder}>Try again</Button>}
      >
        {olderProblem}
      </Notice>
    );
  if (!hasOlder) return null;
  if (!isOnline) return <p className={styles.muted}>Older entries need a connection.</p>;
  return (
    <div>
      <Button isBusy={isFetching} onClick={fetchOlder}>
        Show older
      </Button>
    </div>
  );
}
