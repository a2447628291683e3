import { lazy, Suspense, useState } from 'react';
import type { DownloadPhase } from '#pwa/downloads/plans/download-state.ts';
import { isReady, type OfflineReadiness } from '#pwa/downloads/readiness/offline-readiness.ts';
import { classNames } from '../ui/class-names.ts';
import { Button } from '../ui/controls/button.tsx';
import { AlertIcon, TickIcon } from '../ui/display/icons.tsx';
import { DownloadIcon } from '../ui/display/study-icons.tsx';
import { describeButton } from './download/download-text.ts';
import { useDownload } from './download/use-download.ts';
import styles from './offline-control.module.css';
import { ReadinessChip } from './readiness/readiness-chip.tsx';
import { describeReadiness } from './readiness/readiness-text.ts';

const OfflinePanel = lazy(async () => ({
  default: (await import('./panel/offline-panel.tsx')).OfflinePanel,
}));

interface OfflineControlProps {
  userId: string;
  courseId: string;
  courseTitle: string;
  /** Null while loading. */
  readiness: OfflineReadiness | null;
  className?: string | undefined;
}

/**
 * How much of a course works offline, or the download that is under way; it opens the reasons, and the choice of files.
 * The only place of a page that says this of a course.
 */
export function OfflineControl({ courseTitle, readiness, className, ...course }: OfflineControlProps) {
  const download = useDownload(course.courseId);
  const [isOpen, setIsOpen] = useState(false);
  const hasMore =
    readiness !== null && (readiness.hasFiles || !isReady(readiness) || readiness.remote.length > 0);
  const phase = download?.state.phase ?? 'none';
  const underWay = download === null ? null : describeButton(download.state);
  return (
    // The dialog is inside because the page's layout expects one element.
    <div className={classNames(styles.control, className)}>
      {hasMore || underWay !== null ? (
        <Button
          size="sm"
          aria-haspopup="dialog"
          className={styles.button}
          data-download={phase}
          onClick={() => setIsOpen(true)}
        >
          <StateIcon phase={phase} isReady={readiness !== null && isReady(readiness)} />
          {/* In an element of its own, so that it can be found by its text. */}
          <span>{underWay ?? describeReadiness(readiness)}</span>
          <span className="visually-hidden">: {courseTitle}</span>
        </Button>
      ) : (
        <ReadinessChip readiness={readiness} />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <OfflinePanel
            {...course}
            courseTitle={courseTitle}
            readiness={readiness}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function StateIcon({ phase, isReady: isAll }: { phase: DownloadPhase; isReady: boolean }) {
  if (phase === 'stuck') return <AlertIcon />;
  return isAll ? <TickIcon /> : <DownloadIcon />;
}
