import { useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { readSupportRequests, type ShownRequest } from '#pwa/store/admin/support-requests.ts';
import { enqueueSupportDone } from '#pwa/sync/enqueue/person-commands.ts';
import { refreshSupportRequests } from '#pwa/sync/pull/admin-refresh.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Tabs, tabId } from '#pwa/ui/controls/tabs.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { SearchField } from '#pwa/ui/fields/search-field.tsx';
import { SelectField } from '#pwa/ui/fields/select-field.tsx';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import type { SupportRequest } from '#schema/account/support.ts';
import { formatCount } from '#schema/messages/count.ts';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import styles from './admin-support-page.module.css';
import { subjectNames } from './reply-address.ts';
import { RequestList } from './request-list.tsx';
import { findRequests, subjects } from './requests-model.ts';
import { useRequestView } from './use-request-view.ts';

/** Support requests, open and done, newest first. */
export function AdminSupportPage() {
  const stored = usePrivateQuery(readSupportRequests, []);
  const refreshing = useRefresh(refreshSupportRequests);
  const requests = stored?.requests ?? [];
  return (
    <AdminListPage
      title="Support requests"
      fetchedAt={stored?.fetchedAt ?? null}
      failedTitle={messages.adminDataFailed}
      {...refreshing}
      skeleton={<Skeleton height="16rem" />}
      empty={
        requests.length === 0 && (
          <EmptyState>
            <h2>No support requests yet</h2>
            <p>Requests from the support page appear here and are mailed to the support address.</p>
          </EmptyState>
        )
      }
      isText
    >
      <Inbox requests={requests} />
    </AdminListPage>
  );
}

const PANEL = 'requests-panel';

function Inbox({ requests }: { requests: readonly ShownRequest[] }) {
  const [view, choose] = useRequestView();
  const { changed, failure, setDone, undo } = useDone();
  const found = findRequests(requests, view);
  const tabs = [
    { id: 'open' as const, name: 'Open', count: formatCount(found.open.length) },
    { id: 'done' as const, name: 'Done', count: formatCount(found.done.length) },
  ];
  const isFiltered = view.text.trim() !== '' || view.subject !== 'all';
  return (
    <Stack gap={4}>
      <search className={styles.filters}>
        <SearchField
          label="Search by name, email, order or text"
          text={view.text}
          onSearch={(text) => choose({ ...view, text })}
        />
        <SelectField
          label="Subject"
          value={view.subject}
          onChange={({ target }) =>
            choose({ ...view, subject: subjects.find((one) => one === target.value) ?? 'all' })
          }
        >
          <option value="all">All subjects</option>
          {subjects.map((subject) => (
            <option key={subject} value={subject}>
              {subjectNames[subject]}
            </option>
          ))}
        </SelectField>
      </search>
      <Tabs
        label="Support requests"
        tabs={tabs}
        current={view.tab}
        panelId={PANEL}
        onChoose={(tab) => choose({ ...view, tab })}
      />
      {failure !== null && <Notice tone="bad">{failure}</Notice>}
      {changed !== null && <Changed changed={changed} onUndo={() => undo(changed)} />}
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, view.tab)}>
        {found[view.tab].length === 0 ? (
          <EmptyState>
            <p>{describeNone(view.tab, isFiltered)}</p>
          </EmptyState>
        ) : (
          <RequestList key={view.tab} requests={found[view.tab]} onDone={setDone} />
        )}
      </div>
    </Stack>
  );
}

function describeNone(tab: 'open' | 'done', isFiltered: boolean): string {
  if (isFiltered) return 'No requests match. Change the search or the subject.';
  return tab === 'open' ? 'Nothing is open. Every request has been dealt with.' : 'No request is done yet.';
}

/** The request whose mark was changed last, so that it can be changed back. */
interface ChangedRequest {
  readonly request: SupportRequest;
  readonly isDone: boolean;
}

function useDone() {
  const userId = useUserId();
  const [changed, setChanged] = useState<ChangedRequest | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const change = async (request: SupportRequest, isDone: boolean, next: ChangedRequest | null) => {
    setFailure(null);
    try {
      await enqueueSupportDone(userId, request, isDone);
      setChanged(next);
    } catch (error) {
      setFailure(describeFailure(error));
    }
  };
  return {
    changed,
    failure,
    setDone: (request: SupportRequest, isDone: boolean) => void change(request, isDone, { request, isDone }),
    undo: ({ request, isDone }: ChangedRequest) => void change(request, !isDone, null),
  };
}

function Changed({ changed: { request, isDone }, onUndo }: { changed: ChangedRequest; onUndo: () => void }) {
  return (
    <Notice
      tone="ok"
      actions={
        <Button size="sm" onClick={onUndo}>
          Undo
        </Button>
      }
    >
      {isDone ? `The request of ${request.name} is done.` : `The request of ${request.name} is open again.`}
    </Notice>
  );
}
