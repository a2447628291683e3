import { messages } from '#schema/messages.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { CourseCard, CourseCardSkeleton, CourseGrid } from '../../ui/course-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RetryLink } from '../../ui/retry-link.tsx';
import { LibraryControls } from './library-controls.tsx';
import { LibraryEmpty } from './library-empty.tsx';
import styles from './library-page.module.css';
import { isFiltered, showingSentence, viewLibrary } from './library-view.ts';
import { useLibrary } from './use-library.ts';
import { useLibraryFilter } from './use-library-filter.ts';

/** Everything there is to study, searched and sorted (section 2, Library). */
export function LibraryPage() {
  const { courses, problem, refresh } = useLibrary();
  const { filter, search, choose, clear } = useLibraryFilter();
  const session = useSession();
  const mine = 'user' in session ? session.user.activatedCourses : [];
  const items = viewLibrary(courses ?? [], filter);
  const isWaiting = courses === null && problem === null;
  return (
    <Page>
      <PageTitle className={styles.title}>Digital Resource Library</PageTitle>
      <p className={styles.lead}>
        Search by title, subject or instructor. What you unlock is yours for good, with or without a network.
      </p>
      <LibraryControls filter={filter} onSearch={search} onChoose={choose} />
      <p className={styles.count} role="status">
        {courses !== null && showingSentence(items.length)}
        {courses !== null && problem !== null && <Stale problem={problem} onRetry={refresh} />}
      </p>
      {courses === null && problem !== null && <NothingKept problem={problem} onRetry={refresh} />}
      {courses !== null && items.length === 0 && (
        <LibraryEmpty isFiltered={isFiltered(filter)} onClear={clear} onRefresh={refresh} />
      )}
      <CourseGrid isWaiting={isWaiting}>
        {isWaiting && [1, 2, 3].map((place) => <CourseCardSkeleton key={place} hasKind />)}
        {items.map((item, place) => (
          <CourseCard
            key={item.id}
            course={item}
            to={paths.course(item.id)}
            kind={item.kind}
            isMine={mine.includes(item.id)}
            isFirst={place === 0}
          />
        ))}
      </CourseGrid>
    </Page>
  );
}

interface ProblemProps {
  problem: string;
  onRetry: () => void;
}

/** The list may be an old one; said in the line that is there anyway, so that nothing moves. */
function Stale({ problem, onRetry }: ProblemProps) {
  return (
    <span title={problem}>
      {' '}
      · <strong className={styles.stale}>kept on this device</strong> <RetryLink onRetry={onRetry} />
    </span>
  );
}

function NothingKept({ problem, onRetry }: ProblemProps) {
  return (
    <Notice
      tone="bad"
      title={messages.coursesFailed}
      actions={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{problem}</p>
      <p>This device has not seen the library yet. It will be kept here once it has.</p>
    </Notice>
  );
}
