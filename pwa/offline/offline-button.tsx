import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { AlertIcon, DownloadIcon, TickIcon } from '../ui/display/icons.tsx';
import { describeButton } from './download/download-text.ts';
import { useDownload } from './download/use-download.ts';
import styles from './offline-button.module.css';

const OfflinePanel = lazy(async () => ({
  default: (await import('./panel/offline-panel.tsx')).OfflinePanel,
}));

interface OfflineButtonProps {
  userId: string;
  courseId: string;
  courseTitle: string;
  /** Without files there is nothing to offer: a course's text is on the device already. */
  hasFiles: boolean;
  className?: string | undefined;
}

/** The state of a course's files on this device, and a way to choose, pause and remove them. */
export function OfflineButton({ courseTitle, hasFiles, className, ...course }: OfflineButtonProps) {
  const download = useDownload(course.courseId);
  const [isOpen, setIsOpen] = useState(false);
  const phase = download?.state.phase ?? 'none';
  if (!hasFiles && !isOpen) return null;
  return (
    // The dialog is inside because the page's layout expects one element.
    <div className={className}>
      <Button
        size="sm"
        aria-haspopup="dialog"
        className={styles.button}
        data-download={phase}
        onClick={() => setIsOpen(true)}
      >
        <PhaseIcon phase={phase} />
        {download === null ? 'Download' : describeButton(download.state)}
        <span className="visually-hidden">: {courseTitle}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <OfflinePanel {...course} courseTitle={courseTitle} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function PhaseIcon({ phase }: { phase: string }) {
  if (phase === 'done') return <TickIcon />;
  return phase === 'stuck' ? <AlertIcon /> : <DownloadIcon />;
}
