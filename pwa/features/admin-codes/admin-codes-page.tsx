import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FORM_PARAMETER, paths } from '#pwa/paths.ts';
import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { refreshCodeBatches } from '#pwa/sync/pull/refresh-codes.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { EmptyState } from '#pwa/ui/feedback/empty-state.tsx';
import { AdminListPage } from '#pwa/ui/layout/admin-list-page.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { cutPage } from '#pwa/ui/lists/cut-page.ts';
import { LongPager } from '#pwa/ui/lists/long-pager.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import { messages } from '#schema/messages/messages.ts';
import styles from './admin-codes-page.module.css';
import { BatchFilters } from './batch-filters.tsx';
import { BatchList } from './batch-list.tsx';
import {
  BATCHES_PER_PAGE,
  type BatchFilter,
  describePage,
  findBatches,
  type ShownBatch,
} from './codes-model.ts';
import { GenerateDialog } from './form/generate-dialog.tsx';
import { useBatchFilter } from './use-batch-filter.ts';
import { useBatches } from './use-batches.ts';

/** All batches of activation codes, and the form that draws new ones (docs/spec-map.md). */
export function AdminCodesPage() {
  const [filter, choose] = useBatchFilter();
  const [query] = useSearchParams();
  const [isGenerating, setIsGenerating] = useState(query.get(FORM_PARAMETER) === 'draw');
  const stored = useBatches();
  const refreshing = useRefresh(refreshCodeBatches);
  const { batches = [], courses = [] } = stored ?? {};
  // The form is not among the data: it works although the list was never fetched.
  return (
    <>
      <AdminListPage
        title="Activation codes"
        action={
          <Cluster>
            <ButtonLink to={paths.adminShops}>Shops</ButtonLink>
            <Button variant="primary" disabled={courses.length === 0} onClick={() => setIsGenerating(true)}>
              Generate codes
            </Button>
          </Cluster>
        }
        failedTitle={messages.adminDataFailed}
        {...refreshing}
        fetchedAt={stored?.fetchedAt ?? null}
        ownData={batches.length > 0 ? 'some' : 'none'}
        skeleton={<Skeleton height="12rem" />}
      >
        <Stack gap={4}>
          <BatchFilters filter={filter} courses={courses} onChange={choose} />
          <FoundBatches batches={batches} filter={filter} hasCourses={courses.length > 0} />
        </Stack>
      </AdminListPage>
      {isGenerating && courses.length > 0 && (
        <GenerateDialog courses={courses} courseId={filter.courseId} onClose={() => setIsGenerating(false)} />
      )}
    </>
  );
}

interface FoundBatchesProps {
  batches: readonly ShownBatch[];
  filter: BatchFilter;
  hasCourses: boolean;
}

function FoundBatches({ batches, filter, hasCourses }: FoundBatchesProps) {
  const [requested, turn] = useAddressPage();
  const page = cutPage(findBatches(batches, filter), {
    ...{ requested, size: BATCHES_PER_PAGE, noun: 'batch' },
  });
  if (batches.length === 0)
    return (
      <EmptyState>
        <h2>No codes yet</h2>
        {hasCourses ? (
          <p>Generate codes here, or upload a file of codes in the editor of a course.</p>
        ) : (
          <>
            <p>A code unlocks a course, so the course comes first.</p>
            <ButtonLink to={paths.adminNewCourse}>New course</ButtonLink>
          </>
        )}
      </EmptyState>
    );
  return (
    <>
      <p className={styles.quiet} role="status">
        {describePage(page)}
      </p>
      {page.count > 0 && <BatchList page={page} />}
      <LongPager page={page.page} pages={page.pages} onTurn={turn} />
    </>
  );
}
