import { memo, useDeferredValue, useMemo } from 'react';
import type { WorkspaceTab } from '#schema/courses/completeness.ts';
import { messages } from '#schema/messages/messages.ts';
import { findPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { Freshness } from '../../ui/feedback/freshness.tsx';
import { Cluster } from '../../ui/layout/cluster.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { cutPage } from '../../ui/lists/cut-page.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { useAddressPage } from '../../ui/lists/use-address-page.ts';
import { useFirstRows } from '../../ui/lists/use-first-rows.ts';
import styles from './admin-workspace-page.module.css';
import { Deletions } from './deletions.tsx';
import { type TabFacts, WorkspaceTabs } from './tabs.tsx';
import { useWorkspace } from './use-workspace.ts';
import { useWorkspaceView } from './use-workspace-view.ts';
import { WorkspaceCard } from './workspace-card.tsx';
import { searchWorkspace, type Workspace, type WorkspaceCourse } from './workspace-model.ts';

/** Every course in its tab (spec map, section 2). */
export function AdminWorkspacePage() {
  const { workspace, fetchedAt, problem, isBusy, isOnline, refresh } = useWorkspace();
  const newCourse = findPath('adminNewCourse');
  const isKnown = workspace !== null && fetchedAt !== null;
  return (
    <Page className={styles.page}>
      <Cluster as="header" isSpread className={styles.head}>
        <PageTitle documentTitle="Workspace">Workspace</PageTitle>
        {newCourse && (
          <ButtonLink to={newCourse} variant="primary">
            New course
          </ButtonLink>
        )}
        <Freshness
          fetchedAt={fetchedAt}
          problem={problem}
          failedTitle={messages.adminDataFailed}
          isBusy={isBusy}
          isOnline={isOnline}
          onRefresh={refresh}
        />
      </Cluster>
      {isKnown && <Deletions deletions={workspace.deletions} isOnline={isOnline} />}
      {isKnown && <Tabs workspace={workspace} isOnline={isOnline} />}
      {!isKnown && problem === null && (
        <Stack gap={5} aria-busy="true">
          <Skeleton height="3rem" />
          <Skeleton height="22rem" />
        </Stack>
      )}
    </Page>
  );
}

function Tabs({ workspace, isOnline }: { workspace: Workspace; isOnline: boolean }) {
  const { tab, text, search, choose } = useWorkspaceView();
  // The field updates at each keystroke; the cards are deferred.
  const requested = useDeferredValue(text);
  const found = useMemo(() => searchWorkspace(workspace, requested), [workspace, requested]);
  const facts = tabs.map((one): TabFacts => ({ ...one, count: found[one.id].length }));
  return (
    <>
      <SearchField
        label="Search courses"
        placeholder="Title, description or instructor"
        text={text}
        onSearch={search}
      />
      <WorkspaceTabs tabs={facts} current={tab} onChoose={choose}>
        {found[tab].length === 0 ? (
          <p className={styles.empty}>
            {requested.trim() === '' ? emptyTexts[tab] : 'No courses match. Try a different search.'}
          </p>
        ) : (
          <Courses courses={found[tab]} isOnline={isOnline} />
        )}
      </WorkspaceTabs>
    </>
  );
}

interface CoursesProps {
  courses: readonly WorkspaceCourse[];
  isOnline: boolean;
}

/** Cards with actions cost twice as much to render as those of the library. */
const PAGE_SIZE = 24;

/** One page of the courses of a tab. */
const Courses = memo(function Courses({ courses, isOnline }: CoursesProps) {
  const [requested, turn] = useAddressPage();
  const { rows, page, pages, rangeLabel } = cutPage(courses, { requested, size: PAGE_SIZE, noun: 'course' });
  const first = useFirstRows(rows);
  return (
    <>
      <p className={styles.count} role="status">
        {rangeLabel}
      </p>
      <ul className={styles.grid}>
        {first.map((shown) => (
          <WorkspaceCard key={shown.course.id} shown={shown} isOnline={isOnline} />
        ))}
      </ul>
      <Pager page={page} pages={pages} onTurn={turn} />
    </>
  );
});

const tabs = [
  { id: 'unfinished', name: 'Unfinished' },
  { id: 'unpublished', name: 'Unpublished' },
  { id: 'published', name: 'Published' },
] as const;

const emptyTexts: Readonly<Record<WorkspaceTab, string>> = {
  unfinished: 'No unfinished courses. All courses have modules, and all modules have lessons.',
  unpublished: 'No unpublished courses. A course appears here when all its modules have lessons.',
  published: 'No published courses. Publish a course from Unpublished Works.',
};
