import { lazy, Suspense, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { AlertIcon, DownloadIcon, TickIcon } from '../ui/icons.tsx';
import { describeButton } from './download-words.ts';
import styles from './offline-button.module.css';
import { useDownload } from './use-download.ts';

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
  const stand = download?.state.stand ?? 'none';
  if (!hasFiles && !isOpen) return null;
  return (
    // The dialog is inside because the page's layout expects one element.
    <div className={className}>
      <Button
        size="sm"
        aria-haspopup="dialog"
        className={styles.button}
        data-download={stand}
        onClick={() => setIsOpen(true)}
      >
        <StandIcon stand={stand} />
        {download === null ? 'Make available offline' : describeButton(download.state)}
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

function StandIcon({ stand }: { stand: string }) {
  if (stand === 'done') return <TickIcon />;
  return stand === 'stuck' ? <AlertIcon /> : <DownloadIcon />;
}
