import { memo, useDeferredValue, useMemo } from 'react';
import { CourseCard, CourseCardSkeleton, CourseGrid } from '#pwa/course-ui/course-card.tsx';
import { StaleList } from '#pwa/course-ui/stale-list.tsx';
import { paths } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { isCatalogueStored } from '#pwa/store/public/catalogue.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import { LoadFailure } from '#pwa/ui/feedback/load-failure.tsx';
import { Page } from '#pwa/ui/layout/page.tsx';
import { PageLead } from '#pwa/ui/layout/page-lead.tsx';
import { PageTitle } from '#pwa/ui/layout/page-title.tsx';
import { COURSES_PER_PAGE, cutPage } from '#pwa/ui/lists/cut-page.ts';
import { Pager } from '#pwa/ui/lists/pager.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import { useFirstRows } from '#pwa/ui/lists/use-first-rows.ts';
import { messages } from '#schema/messages/messages.ts';
import { LibraryControls } from './library-controls.tsx';
import { LibraryEmpty } from './library-empty.tsx';
import styles from './library-page.module.css';
import {
  filterResources,
  isFiltered,
  type LibraryItem,
  listResources,
  showingSentence,
} from './library-view.ts';
import { useLibrary } from './use-library.ts';
import { useLibraryFilter } from './use-library-filter.ts';

const NONE: readonly string[] = [];

/** All courses, with search and categories (spec map, section 2). */
export function LibraryPage() {
  const { courses, problem, refresh } = useLibrary();
  const { filter, search, choose, clear } = useLibraryFilter();
  const session = useSession();
  const mine = 'user' in session ? session.user.activatedCourses : NONE;
  // The field updates at each keystroke; the cards are deferred.
  const requested = useDeferredValue(filter);
  const resources = useMemo(() => listResources(courses ?? []), [courses]);
  const items = useMemo(() => filterResources(resources, requested), [resources, requested]);
  const isWaiting = courses === null && problem === null;
  return (
    <Page>
      <PageTitle>Digital Resource Library</PageTitle>
      <PageLead>
        Search by title, subject or instructor. Unlocked courses stay yours and work offline.{' '}
        <Link to={paths.enterCode}>I have a code</Link>
      </PageLead>
      <LibraryControls filter={filter} onSearch={search} onChoose={choose} />
      <p className={styles.count} role="status">
        {courses !== null && showingSentence(items.length)}
        {courses !== null && problem !== null && (
          <>
            {' · '}
            <StaleList problem={problem} isStored={isCatalogueStored()} onRetry={refresh} />
          </>
        )}
      </p>
      {courses === null && problem !== null && <NothingStored problem={problem} />}
      {courses !== null && items.length === 0 && (
        <LibraryEmpty isFiltered={isFiltered(filter)} onClear={clear} onRefresh={refresh} />
      )}
      {isWaiting && (
        <CourseGrid isWaiting>
          {[1, 2, 3].map((place) => (
            <CourseCardSkeleton key={place} hasKind />
          ))}
        </CourseGrid>
      )}
      <Resources items={items} mine={mine} />
    </Page>
  );
}

interface ResourcesProps {
  items: readonly LibraryItem[];
  /** Ids of the courses that the signed-in user has activated. */
  mine: readonly string[];
}

/** One page of the filtered list. */
const Resources = memo(function Resources({ items, mine }: ResourcesProps) {
  const [requested, turn] = useAddressPage();
  const { rows, page, pages } = cutPage(items, { requested, size: COURSES_PER_PAGE, noun: 'resource' });
  const shown = useFirstRows(rows);
  return (
    <>
      <CourseGrid isWaiting={false}>
        {shown.map((item, place) => (
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
      <Pager page={page} pages={pages} onTurn={turn} />
    </>
  );
});

function NothingStored({ problem }: { problem: string }) {
  return (
    <LoadFailure sentence={messages.coursesFailed} problem={problem}>
      <p>The library was not loaded on this device yet. Connect once to use it offline.</p>
    </LoadFailure>
  );
}
