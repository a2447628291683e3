import type { ReactNode } from 'react';
import { Freshness } from '../feedback/freshness.tsx';
import styles from './admin-list-page.module.css';
import { Cluster } from './cluster.tsx';
import { Page } from './page.tsx';
import { PageTitle } from './page-title.tsx';
import { Stack } from './stack.tsx';

interface AdminListPageProps {
  title: string;
  documentTitle?: string;
  /** A link or button beside the title. */
  action?: ReactNode;
  /** When the data was fetched (ISO instant); null if this device never had it. */
  fetchedAt: string | null;
  /** Why the last fetch failed, as a sentence. */
  problem: string | null;
  failedTitle: string;
  isBusy: boolean;
  isOnline: boolean;
  refresh: () => void;
  /** Shown while the data is fetched for the first time. */
  skeleton: ReactNode;
  /** Shown in the place of the data, if there is none. */
  empty?: ReactNode;
  /** Whether some of the data, or all of it, was made on this device: it is shown although nothing was fetched. */
  ownData?: 'none' | 'some' | 'all';
  /** For text instead of cards and tables. */
  isText?: boolean;
  children: ReactNode;
}

/** A page of data that is stored on the device: its title, its age, and the data or what is shown instead. */
export function AdminListPage(props: AdminListPageProps) {
  const {
    title,
    documentTitle = title,
    action,
    refresh,
    skeleton,
    empty,
    ownData = 'none',
    isText,
    children,
    ...state
  } = props;
  const { fetchedAt, problem } = state;
  const isShown = fetchedAt !== null || ownData !== 'none';
  return (
    <Page>
      <Stack gap={5} className={isText ? styles.text : undefined}>
        <Cluster as="header" isSpread className={styles.head}>
          <PageTitle documentTitle={documentTitle}>{title}</PageTitle>
          {action}
          {ownData !== 'all' && <Freshness {...state} isPart={ownData === 'some'} onRefresh={refresh} />}
        </Cluster>
        {isShown && (empty || children)}
        {!isShown && problem === null && <div aria-busy="true">{skeleton}</div>}
      </Stack>
    </Page>
  );
}
