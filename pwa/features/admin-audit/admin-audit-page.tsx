import { messages } from '#schema/messages/messages.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Freshness } from '../../ui/feedback/freshness.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useNow } from '../../ui/format/use-now.ts';
import { Page } from '../../ui/layout/page.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
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
    <Page className={styles.page}>
      <header>
        <PageTitle documentTitle="Audit log">Audit log</PageTitle>
        <Freshness
          fetchedAt={fetchedAt}
          problem={problem}
          failedTitle={messages.adminDataFailed}
          isBusy={audit.isBusy}
          isOnline={audit.isOnline}
          onRefresh={audit.refresh}
        />
      </header>
      {fetchedAt === null && problem === null && <Skeleton height="24rem" />}
      {fetchedAt !== null && (
        <AuditFilters
          filter={audit.filter}
          onChange={audit.choose}
          courses={choices}
          people={listPeople([...newest, ...shown])}
        />
      )}
      {fetchedAt !== null && shown.length === 0 && !audit.isFetching && (
        <p className={styles.empty}>No changes yet.</p>
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
                course={courses.find(({ id }) => id === revision.courseId) ?? null}
              />
            ))}
          </ol>
        </Stack>
      ))}
      {fetchedAt !== null && <Older audit={audit} />}
    </Page>
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
