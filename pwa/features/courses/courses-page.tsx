import { CourseCard, CourseCardSkeleton, CourseGrid } from '#pwa/course-ui/course-card.tsx';
import { StaleList } from '#pwa/course-ui/stale-list.tsx';
import { paths } from '#pwa/paths.ts';
import { useCatalogue } from '#pwa/session/queries/use-catalogue.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { isCatalogueStored } from '#pwa/store/public/catalogue.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#pwa/ui/feedback/load-failure.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { COURSES_PER_PAGE, cutPage } from '#pwa/ui/lists/cut-page.ts';
import { Pager } from '#pwa/ui/lists/pager.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import { useFirstRows } from '#pwa/ui/lists/use-first-rows.ts';
import { messages } from '#schema/messages/messages.ts';
import { CacheNote } from './cache-note.tsx';
import styles from './courses-page.module.css';
import { useCatalogueRefresh } from './use-catalogue-refresh.ts';

/** The course grid: stored courses at once, refreshed from the server. */
export function CoursesPage() {
  const catalogue = useCatalogue();
  const { problem, refresh } = useCatalogueRefresh();
  const session = useSession();
  const mine =
    session.state === 'signedIn' || session.state === 'expired' ? session.user.activatedCourses : [];
  const courses = catalogue?.courses ?? [];
  const isEmpty = courses.length === 0;
  // The empty state is shown only for a list that was fetched and is empty.
  const isKnownEmpty = isEmpty && catalogue !== undefined && catalogue.refreshedAt !== null;
  const isWaiting = isEmpty && !isKnownEmpty && problem === null;
  const [requested, turn] = useAddressPage();
  const { rows, page, pages } = cutPage(courses, { requested, size: COURSES_PER_PAGE, noun: 'course' });
  const shown = useFirstRows(rows);
  return (
    <Page>
      <PageTitle>Courses</PageTitle>
      <Lead problem={problem} isEmpty={isEmpty && !isKnownEmpty} onRetry={refresh} />
      {problem && isEmpty && !isKnownEmpty && <NothingStored problem={problem} />}
      {isKnownEmpty && <NoCourses onRefresh={refresh} />}
      <CourseGrid isWaiting={isWaiting}>
        {isWaiting && [1, 2, 3].map((place) => <CourseCardSkeleton key={place} />)}
        {shown.map((course, place) => (
          <CourseCard
            key={course.id}
            course={course}
            to={paths.course(course.id)}
            isMine={mine.includes(course.id)}
            isFirst={place === 0}
          />
        ))}
      </CourseGrid>
      <Pager page={page} pages={pages} onTurn={turn} />
      {!isWaiting && <CacheNote />}
    </Page>
  );
}

/** The introduction of the page, replaced in place by a note when the list may be outdated. */
function Lead({
  problem,
  isEmpty,
  onRetry,
}: {
  problem: string | null;
  isEmpty: boolean;
  onRetry: () => void;
}) {
  if (problem === null || isEmpty)
    return (
      <PageLead className={styles.lead}>
        Browse all courses. A code from your purchase unlocks a course permanently.{' '}
        <Link to={paths.enterCode}>I have a code</Link>
      </PageLead>
    );
  return (
    <PageLead className={styles.lead} role="status">
      <StaleList problem={problem} isStored={isCatalogueStored()} onRetry={onRetry} />
    </PageLead>
  );
}

function NothingStored({ problem }: { problem: string }) {
  return (
    <div className={styles.problem}>
      <LoadFailure sentence={messages.coursesFailed} problem={problem}>
        <p>The list was not loaded on this device yet. Connect once to use it offline.</p>
      </LoadFailure>
    </div>
  );
}

function NoCourses({ onRefresh }: { onRefresh: () => void }) {
  return (
    <EmptyState>
      <h2>{messages.noCourses}</h2>
      <p>No courses are published yet. Check back later.</p>
      <Button onClick={onRefresh}>Refresh</Button>
    </EmptyState>
  );
}
