import { isReady, type OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Chip } from '#pwa/ui/display/chip.tsx';
import { ClockIcon, TickIcon } from '#pwa/ui/display/icons.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import styles from './readiness-status.module.css';
import { describeUnready, readinessLabel, shortReadinessLabel } from './readiness-text.ts';
import { RepairButton } from './repair-button.tsx';

interface ReadinessStatusProps {
  courseId: string;
  /** Null while loading. */
  readiness: OfflineReadiness | null;
  className?: string | undefined;
}

/** Whether an offline course works without a network; if not all of it does, why, and what to do about it. */
export function ReadinessStatus({ courseId, readiness, className }: ReadinessStatusProps) {
  if (readiness === null)
    return (
      <Cluster as="p" className={className}>
        <Chip icon={<ClockIcon />}>Checking downloads…</Chip>
      </Cluster>
    );
  const reason = describeUnready(readiness);
  return (
    <Cluster className={classNames(styles.state, className)}>
      <ReadinessChip readiness={readiness} />
      {reason !== null && <p className={styles.reason}>{reason}</p>}
      <RepairButton courseId={courseId} readiness={readiness} />
    </Cluster>
  );
}

interface ReadinessChipProps {
  readiness: OfflineReadiness;
  /** For small spaces such as a bar. */
  isShort?: boolean;
  className?: string | undefined;
}

/** How much of an offline course works without a network. */
export function ReadinessChip({ readiness, isShort = false, className }: ReadinessChipProps) {
  const isAll = isReady(readiness);
  return (
    <Chip tone={isAll ? 'ok' : 'wait'} icon={isAll ? <TickIcon /> : <ClockIcon />} className={className}>
      {isShort ? shortReadinessLabel(readiness) : readinessLabel(readiness)}
    </Chip>
  );
}
