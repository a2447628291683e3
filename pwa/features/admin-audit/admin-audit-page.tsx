import { messages } from '#schema/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
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
        <PageTitle documentTitle="Audit">Audit</PageTitle>
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
      {fetchedAt !== null && shown.length === 0 && !audit.isAsking && (
        <p className={styles.empty}>Nothing was changed here yet.</p>
      )}
      {groupByDay(shown, new Date(now)).map(({ name, revisions }) => (
        <section key={name} className={styles.day} aria-label={name}>
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
        </section>
      ))}
      {fetchedAt !== null && <Older audit={audit} />}
    </Page>
  );
}

/** Loads older entries, which are not stored on the device. */
function Older({ audit }: { audit: ReturnType<typeof useAudit> }) {
  const { hasOlder, isAsking, isOnline, olderProblem, askOlder } = audit;
  if (olderProblem !== null)
    return (
      <Notice
        tone="bad"
        title="Older entries could not be fetched"
        actions={<Button onClick={askOlder}>Try again</Button>}
      >
        {olderProblem}
      </Notice>
    );
  if (!hasOlder) return null;
  if (!isOnline) return <p className={styles.muted}>What is older needs a connection.</p>;
  return (
    <div>
      <Button isBusy={isAsking} onClick={askOlder}>
        Show older
      </Button>
    </div>
  );
}
