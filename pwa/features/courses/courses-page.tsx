import { messages } from '#schema/messages.ts';
import { usePublicQuery } from '../../session/use-public-query.ts';
import { useSession } from '../../session/use-session.ts';
import { listCourses } from '../../store/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { CacheNote } from './cache-note.tsx';
import { CourseCard } from './course-card.tsx';
import { CourseCardSkeleton } from './course-card-skeleton.tsx';
import styles from './courses-page.module.css';
import { useCatalogueRefresh } from './use-catalogue-refresh.ts';

/** The course grid: what this device knows at once, what the server knows as soon as it answers. */
export function CoursesPage() {
  const courses = usePublicQuery(listCourses, []);
  const { state, problem, refresh } = useCatalogueRefresh();
  const session = useSession();
  const mine =
    session.state === 'signedIn' || session.state === 'expired' ? session.user.activatedCourses : [];
  const isEmpty = courses?.length === 0;
  const isWaiting = courses === undefined || (isEmpty && state === 'pending');
  return (
    <Page>
      <PageTitle className={styles.title}>Courses</PageTitle>
      <p className={styles.lead}>Look around freely. A code from your purchase opens a course for good.</p>
      {problem && <CatalogueProblem problem={problem} hasCourses={!isEmpty} onRetry={refresh} />}
      {isEmpty && state === 'done' && <NoCourses onRefresh={refresh} />}
      <ul className={styles.grid} aria-busy={isWaiting}>
        {isWaiting && [1, 2, 3].map((place) => <CourseCardSkeleton key={place} />)}
        {courses?.map((course, place) => (
          <CourseCard
            key={course.id}
            course={course}
            isMine={mine.includes(course.id)}
            isFirst={place === 0}
          />
        ))}
      </ul>
      <CacheNote />
    </Page>
  );
}

interface CatalogueProblemProps {
  problem: string;
  hasCourses: boolean;
  onRetry: () => void;
}

function CatalogueProblem({ problem, hasCourses, onRetry }: CatalogueProblemProps) {
  return (
    <Notice
      tone={hasCourses ? 'wait' : 'bad'}
      className={styles.problem}
      title={messages.coursesFailed}
      actions={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{problem}</p>
      <p>
        {hasCourses
          ? 'Below is the list as this device last saw it.'
          : 'This device has not seen the list yet. It will be kept here once it has.'}
      </p>
    </Notice>
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
