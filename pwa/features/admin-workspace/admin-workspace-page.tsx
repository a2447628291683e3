import { memo, useDeferredValue, useMemo } from 'react';
import { findPath, paths } from '#pwa/paths.ts';
import { courseDraftKey, NEW_COURSE } from '#pwa/store/account/draft-keys.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Tabs, tabId } from '#pwa/ui/controls/tabs.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { SearchField } from '#pwa/ui/fields/search-field.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { CardGrid } from '#pwa/ui/layout/card-grid.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { cutPage } from '#pwa/ui/lists/cut-page.ts';
import { Pager } from '#pwa/ui/lists/pager.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import { useFirstRows } from '#pwa/ui/lists/use-first-rows.ts';
import type { WorkspaceTab } from '#schema/courses/completeness.ts';
import { formatCount } from '#schema/messages/count.ts';
import { messages } from '#schema/messages/messages.ts';
import styles from './admin-workspace-page.module.css';
import { CourseDraft, useDrafts } from './course-draft.tsx';
import { Deletions } from './deletions.tsx';
import { SORTS, type Sort, sortCourses, sortNames } from './sort-courses.ts';
import { useWorkspace } from './use-workspace.ts';
import { useWorkspaceView } from './use-workspace-view.ts';
import { WorkspaceCard } from './workspace-card.tsx';
import { searchWorkspace, type Workspace, type WorkspaceCourse } from './workspace-model.ts';

/** Every course in its tab (spec map, section 2). */
export function AdminWorkspacePage() {
  const { workspace, isRead, fetchedAt, ...refreshing } = useWorkspace();
  const newCourse = findPath('adminNewCourse');
  return (
    <AdminListPage
      title="Workspace"
      action={
        <Cluster>
          <ButtonLink to={paths.adminTrash}>Trash</ButtonLink>
          {newCourse && (
            <>
              <ButtonLink to={paths.adminImport}>Import</ButtonLink>
              <ButtonLink to={newCourse} variant="primary">
                New course
              </ButtonLink>
            </>
          )}
        </Cluster>
      }
      fetchedAt={fetchedAt}
      failedTitle={messages.adminDataFailed}
      {...refreshing}
      skeleton={
        <Stack gap={5}>
          <Skeleton height="3rem" />
          <Skeleton height="22rem" />
        </Stack>
      }
    >
      {workspace && (
        <Stack gap={5}>
          <NewCourseDraft />
          <Deletions deletions={workspace.deletions} isOnline={refreshing.isOnline} />
          <WorkspaceLists workspace={workspace} isRead={isRead} isOnline={refreshing.isOnline} />
        </Stack>
      )}
    </AdminListPage>
  );
}

/** The draft of a course that was never saved, and so has no card. */
function NewCourseDraft() {
  const draft = useDrafts().get(courseDraftKey(NEW_COURSE));
  return draft && <CourseDraft draft={draft} courseId={NEW_COURSE} title="New course" />;
}

const PANEL = 'workspace-panel';

interface WorkspaceListsProps {
  workspace: Workspace;
  isRead: boolean;
  isOnline: boolean;
}

function WorkspaceLists({ workspace, isRead, isOnline }: WorkspaceListsProps) {
  const { tab, sort, text, search, change } = useWorkspaceView(workspace, isRead);
  // The field updates at each keystroke; the cards are deferred.
  const requested = useDeferredValue(text);
  const found = useMemo(() => searchWorkspace(workspace, requested), [workspace, requested]);
  const courses = useMemo(() => sortCourses(found[tab], sort), [found, tab, sort]);
  const shown = tabs.map(({ id, name }) => ({
    id,
    name: (
      <>
        {name} <span className="hidden-when-narrow">Works</span>
      </>
    ),
    count: <CourseCount count={found[id].length} />,
  }));
  return (
    <>
      <div className={styles.controls}>
        <SearchField
          label="Search courses"
          placeholder="Title, description or instructor"
          text={text}
          onSearch={search}
        />
        <SortField sort={sort} onSort={(chosen) => change({ sort: chosen })} />
      </div>
      <Tabs
        label="Courses by state"
        tabs={shown}
        current={tab}
        panelId={PANEL}
        onChoose={(chosen) => change({ tab: chosen })}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, tab)} tabIndex={-1}>
        {courses.length === 0 ? (
          <EmptyState>
            <p>{describeEmpty(workspace, { tab, isSearch: requested.trim() !== '' })}</p>
          </EmptyState>
        ) : (
          <Courses courses={courses} isOnline={isOnline} />
        )}
      </div>
    </>
  );
}

/** The number in a tab, with its noun for screen readers. */
function CourseCount({ count }: { count: number }) {
  return (
    <>
      {formatCount(count)}
      <span className="visually-hidden"> {count === 1 ? 'course' : 'courses'}</span>
    </>
  );
}

function SortField({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const choose = (value: string) => onSort(SORTS.find((one) => one === value) ?? sort);
  return (
    <SelectField label="Sort by" value={sort} onChange={({ target }) => choose(target.value)}>
      {SORTS.map((one) => (
        <option key={one} value={one}>
          {sortNames[one]}
        </option>
      ))}
    </SelectField>
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
  const drafts = useDrafts();
  return (
    <>
      <p className={styles.count} role="status">
        {rangeLabel}
      </p>
      <CardGrid>
        {first.map((shown) => (
          <WorkspaceCard
            key={shown.course.id}
            shown={shown}
            draft={drafts.get(courseDraftKey(shown.course.id))}
            isOnline={isOnline}
          />
        ))}
      </CardGrid>
      <Pager page={page} pages={pages} onTurn={turn} />
    </>
  );
});

const tabs = [
  { id: 'unfinished', name: 'Unfinished' },
  { id: 'unpublished', name: 'Unpublished' },
  { id: 'published', name: 'Published' },
] as const;

function describeEmpty(
  { tabs: all }: Workspace,
  { tab, isSearch }: { tab: WorkspaceTab; isSearch: boolean },
): string {
  if (isSearch) return 'No courses match. Try a different search.';
  const hasNone = Object.values(all).every(({ length }) => length === 0);
  return hasNone ? 'No courses yet. Create the first, or import one.' : emptyTexts[tab];
}

const emptyTexts: Readonly<Record<WorkspaceTab, string>> = {
  unfinished: 'No unfinished courses. All courses have modules, and all modules have lessons.',
  unpublished: 'No unpublished courses. A course appears here when all its modules have lessons.',
  published: 'No published courses. Publish a course from Unpublished Works.',
};
