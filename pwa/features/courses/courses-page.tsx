import { Link } from 'react-router-dom';
import { messages } from '#schema/messages.ts';
import { paths } from '../../paths.ts';
import { useCatalogue } from '../../session/use-catalogue.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { CourseCard, CourseCardSkeleton, CourseGrid } from '../../ui/course-card.tsx';
import { COURSES_PER_PAGE, cutPage } from '../../ui/cut-page.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RetryLink } from '../../ui/retry-link.tsx';
import { useAddressPage } from '../../ui/use-address-page.ts';
import { useFirstRows } from '../../ui/use-first-rows.ts';
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
  const [asked, turn] = useAddressPage();
  const { rows, page, pages } = cutPage(courses, { asked, size: COURSES_PER_PAGE, noun: 'course' });
  const shown = useFirstRows(rows);
  return (
    <Page>
      <PageTitle className={styles.title}>Courses</PageTitle>
      <Lead problem={problem} isEmpty={isEmpty && !isKnownEmpty} onRetry={refresh} />
      {problem && isEmpty && !isKnownEmpty && <NothingKept problem={problem} />}
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
      <p className={styles.lead}>
        Look around freely. A code from your purchase opens a course for good.{' '}
        <Link to={paths.enterCode}>I have a code</Link>
      </p>
    );
  return (
    <p className={styles.lead} role="status" title={problem}>
      <strong className={styles.stale}>{messages.coursesFailed}.</strong> This is the list kept on this
      device. <RetryLink onRetry={onRetry} />
    </p>
  );
}

function NothingKept({ problem }: { problem: string }) {
  return (
    <div className={styles.problem}>
      <LoadFailure sentence={messages.coursesFailed} problem={problem}>
        <p>This device has not seen the list yet. It will be kept here once it has.</p>
      </LoadFailure>
    </div>
  );
}

function NoCourses({ onRefresh }: { onRefresh: () => void }) {
  return (
    <div className={styles.empty}>
      <h2>{messages.noCourses}</h2>
      <p>The shelves are being filled. Come back soon, or look again now.</p>
      <Button onClick={onRefresh}>Look again</Button>
    </div>
  );
}
