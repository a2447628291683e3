import { useCallback, useDeferredValue, useState } from 'react';
import { paths } from '#pwa/paths.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { refreshBatch } from '#pwa/sync/pull/refresh-codes.ts';
import { TextLink } from '#pwa/ui/controls/text-link.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { SearchField } from '#pwa/ui/fields/search-field.tsx';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { LongPager } from '#pwa/ui/lists/long-pager.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import { useParameter } from '#pwa/ui/use-parameter.ts';
import { messages } from '#schema/messages/messages.ts';
import styles from '../admin-codes-page.module.css';
import { nameOf } from '../codes-model.ts';
import { BatchActions } from './batch-actions.tsx';
import { BatchFacts } from './batch-facts.tsx';
import { CodeList, type CodeSelection } from './code-list.tsx';
import { SelectedCodes } from './selected-codes.tsx';
import { type OpenBatch, useBatch } from './use-batch.ts';

/** A batch: its facts and actions, and its codes with who redeemed them (docs/spec-map.md). */
export function BatchPage() {
  const batchId = useParameter('batchId');
  const [requested, turn] = useAddressPage();
  const [text, setText] = useState('');
  // Not in the address: it may be a code.
  const search = (next: string) => {
    setText(next);
    if (requested > 0) turn(0);
  };
  const open = useBatch({ batchId, text: useDeferredValue(text), requested });
  const [shown, setShown] = useState<OpenBatch | null>(null);
  // While another page is read, the last one stays.
  if (open && open !== shown) setShown(open);
  const refreshing = useRefresh(useCallback(() => refreshBatch(batchId), [batchId]));
  const current = open === null ? null : shown;
  return (
    <AdminListPage
      title={current === null ? 'Activation codes' : nameOf(current.batch)}
      action={<TextLink to={paths.adminCodes()}>All codes</TextLink>}
      failedTitle={messages.adminDataFailed}
      {...refreshing}
      fetchedAt={current?.fetchedAt ?? null}
      ownData={ownDataOf(current, open === null && !refreshing.isBusy)}
      skeleton={<Skeleton height="12rem" />}
    >
      {current === null ? (
        <EmptyState>
          <p>This batch is not on this device. It may have been discarded, or its course deleted.</p>
        </EmptyState>
      ) : (
        <Stack gap={4}>
          <BatchFacts shown={current} />
          <BatchActions shown={current} />
          <SearchField label="Search by code, name or email" text={text} onSearch={search} />
          <Codes shown={current} isBusy={refreshing.isBusy} onTurn={turn} />
        </Stack>
      )}
    </AdminListPage>
  );
}

/**
 * Returns how much of the page is data of this device: all of it for a batch that is not registered, and for the notice
 * that a batch does not exist.
 */
function ownDataOf(shown: OpenBatch | null, isMissing: boolean) {
  if (isMissing || shown?.state === 'waiting') return 'all';
  return shown === null ? 'none' : 'some';
}

interface CodesProps {
  shown: OpenBatch;
  isBusy: boolean;
  onTurn: (page: number) => void;
}

function Codes({ shown, isBusy, onTurn }: CodesProps) {
  const { page } = shown;
  // Codes of other pages, and those that a search hides, stay selected.
  const [selected, setSelected] = useState<CodeSelection>(new Map());
  if (page === null && isBusy) return <Skeleton height="12rem" />;
  if (page === null)
    return <p role="status">The codes of this batch are not on this device. Connect to load them.</p>;
  return (
    <>
      <p className={styles.quiet} role="status">
        {page.count === 0 ? 'No codes found' : page.rangeLabel}
      </p>
      {selected.size > 0 && (
        <SelectedCodes
          courseId={shown.batch.courseId}
          codes={[...selected.values()]}
          onClear={() => setSelected(new Map())}
        />
      )}
      {page.count > 0 && (
        <CodeList shown={shown} page={page} selection={{ codes: selected, onChange: setSelected }} />
      )}
      <LongPager page={page.page} pages={page.pages} onTurn={onTurn} />
    </>
  );
}
