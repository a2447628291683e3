import { useRefresh } from '#pwa/session/queries/use-refresh.ts';
import { listLearners } from '#pwa/store/admin/reports.ts';
import { findPrivateStore } from '#pwa/store/database/private-store.ts';
import { refreshLearnersReport } from '#pwa/sync/pull/refresh-reports.ts';
import { Skeleton } from '#pwa/ui/display/skeleton.tsx';
import { SearchField } from '#pwa/ui/fields/search-field.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { LongPager } from '#pwa/ui/lists/long-pager.tsx';
import { useAddressPage } from '#pwa/ui/lists/use-address-page.ts';
import { useAddressText } from '#pwa/ui/lists/use-address-text.ts';
import { learnersTable } from '#schema/reports/report-tables.ts';
import { SHARED_DEFINITIONS } from '../definitions.tsx';
import styles from '../report.module.css';
import { ReportFrame } from '../report-frame.tsx';
import { saveReport } from '../save-report.ts';
import { LearnerList } from './learner-list.tsx';
import { LEARNERS_DEFINITIONS } from './learners-model.ts';
import { useLearners } from './use-learners.ts';

const SEARCH = 'search';

/** The progress of each person. */
export function LearnersReport() {
  const { text, type } = useAddressText(SEARCH);
  const [requested, turn] = useAddressPage();
  const { fetchedAt, shown } = useLearners(text, requested);
  const refreshing = useRefresh(refreshLearnersReport);
  return (
    <ReportFrame
      fetchedAt={fetchedAt}
      refreshing={refreshing}
      skeleton={<Skeleton height="30rem" />}
      definitions={[...LEARNERS_DEFINITIONS, ...SHARED_DEFINITIONS]}
      onSave={() => void saveLearners()}
    >
      <Stack gap={4}>
        <SearchField
          label="Search by name or email"
          text={text}
          onSearch={(typed) => type(typed, addressOf(typed))}
        />
        <p className={styles.detail} role="status">
          {shown === null ? 'Searching…' : shown.rows.length === 0 ? 'Nobody matches.' : shown.rangeLabel}
        </p>
        {shown !== null && shown.rows.length > 0 && <LearnerList page={shown} />}
        {shown !== null && <LongPager page={shown.page} pages={shown.pages} onTurn={turn} />}
      </Stack>
    </ReportFrame>
  );
}

/** A search begins on the first page. */
function addressOf(text: string): URLSearchParams {
  const address = new URLSearchParams({ tab: 'learners' });
  if (text.trim() !== '') address.set(SEARCH, text);
  return address;
}

/** All people, whatever is searched. */
async function saveLearners(): Promise<void> {
  const store = findPrivateStore();
  if (store !== null) saveReport('learners', learnersTable(await listLearners(store)));
}
