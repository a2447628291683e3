import type { ReactNode } from 'react';
import type { Refreshing } from '#pwa/session/queries/use-refresh.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Freshness } from '#pwa/ui/feedback/freshness.tsx';
import { describeAsOf } from '#pwa/ui/format/describe-as-of.ts';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { messages } from '#schema/messages/messages.ts';
import { type Definition, Definitions } from './definitions.tsx';
import styles from './report.module.css';

interface ReportFrameProps {
  /** When the server was last asked; null on a device that never had this report. */
  fetchedAt: string | null;
  refreshing: Refreshing;
  skeleton: ReactNode;
  /** The meaning of the numbers. */
  definitions: readonly Definition[];
  /** Saves the report as a file; it works without a network. */
  onSave: () => void;
  children: ReactNode;
}

/** A report that is stored on the device: its age, its content or what is shown instead, and its definitions. */
export function ReportFrame(props: ReportFrameProps) {
  const { fetchedAt, refreshing, skeleton, definitions, onSave, children } = props;
  const { refresh, ...state } = refreshing;
  return (
    <Stack gap={5}>
      <Cluster isSpread className={styles.head}>
        {fetchedAt !== null && (
          <Cluster gap={3}>
            <strong>{describeAsOf(fetchedAt, new Date())}</strong>
            <Button size="sm" onClick={onSave}>
              Save as CSV
            </Button>
          </Cluster>
        )}
        <Freshness
          {...state}
          fetchedAt={fetchedAt}
          failedTitle={messages.adminDataFailed}
          onRefresh={refresh}
          isPart
        />
      </Cluster>
      {fetchedAt !== null && children}
      {fetchedAt === null && refreshing.problem === null && <div aria-busy="true">{skeleton}</div>}
      <Definitions definitions={definitions} />
    </Stack>
  );
}
