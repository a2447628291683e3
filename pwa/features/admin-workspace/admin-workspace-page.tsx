import { useSearchParams } from 'react-router-dom';
import type { WorkspaceTab } from '#schema/completeness.ts';
import { messages } from '#schema/messages.ts';
import { findPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Freshness } from '../../ui/freshness.tsx';
import { Page } from '../../ui/page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './admin-workspace-page.module.css';
import { Deletions } from './deletions.tsx';
import { readTab, type TabFacts, WorkspaceTabs } from './tabs.tsx';
import { useWorkspace } from './use-workspace.ts';
import { WorkspaceCard } from './workspace-card.tsx';
import type { Workspace } from './workspace-model.ts';

/** Every course in the tab in which it stands (section 2, Admin workspace). */
export function AdminWorkspacePage() {
  const { workspace, fetchedAt, problem, isBusy, isOnline, refresh } = useWorkspace();
  const newCourse = findPath('adminNewCourse');
  const isKnown = workspace !== null && fetchedAt !== null;
  return (
    <Page className={styles.page}>
      <header className={styles.head}>
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
      </header>
      {isKnown && <Deletions deletions={workspace.deletions} isOnline={isOnline} />}
      {isKnown && <Tabs workspace={workspace} isOnline={isOnline} />}
      {!isKnown && problem === null && (
        <div className={styles.waiting} aria-busy="true">
          <Skeleton height="3rem" />
          <Skeleton height="22rem" />
        </div>
      )}
    </Page>
  );
}

function Tabs({ workspace, isOnline }: { workspace: Workspace; isOnline: boolean }) {
  const [query, setQuery] = useSearchParams();
  const current = readTab(query.get('tab'));
  const courses = workspace.tabs[current];
  const facts = tabs.map((tab): TabFacts => ({ ...tab, count: workspace.tabs[tab.id].length }));
  const choose = (tab: WorkspaceTab) => setQuery({ tab }, { replace: true, state: { keepScroll: true } });
  return (
    <WorkspaceTabs tabs={facts} current={current} onChoose={choose}>
      {courses.length === 0 && <p className={styles.empty}>{emptyWords[current]}</p>}
      <ul className={styles.grid}>
        {courses.map((shown) => (
          <WorkspaceCard key={shown.course.id} shown={shown} isOnline={isOnline} />
        ))}
      </ul>
    </WorkspaceTabs>
  );
}

const tabs = [
  { id: 'unfinished', name: 'Unfinished' },
  { id: 'unpublished', name: 'Unpublished' },
  { id: 'published', name: 'Published' },
] as const;

const emptyWords: Readonly<Record<WorkspaceTab, string>> = {
  unfinished: 'Nothing is unfinished: every course has modules, and every module has lessons.',
  unpublished: 'No course waits to be published. One appears here once every module of it has lessons.',
  published: 'Nothing is published yet. Publish a course from Unpublished Works.',
};
