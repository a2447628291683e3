import { type ReactNode, useState } from 'react';
import { useIsOnline } from '../session/use-is-online.ts';
import type { UploadRow } from '../store/account/uploads.ts';
import { dropUpload, pauseUpload, resumeUpload } from '../sync/uploads/change-upload.ts';
import { Button } from '../ui/controls/button.tsx';
import { ProgressBar } from '../ui/display/progress-bar.tsx';
import { Cluster } from '../ui/layout/cluster.tsx';
import { describeUpload, percentSent } from './describe-upload.ts';
import styles from './upload.module.css';

interface UploadProgressProps {
  readonly upload: UploadRow;
  /** Text and buttons for a file that the server rejected. */
  readonly children?: ReactNode;
}

/** A pending upload: its name, progress and actions. */
export function UploadProgress({ upload, children }: UploadProgressProps) {
  const isOnline = useIsOnline();
  const { fileName, state, problem } = upload;
  const message = describeUpload(upload, isOnline);
  return (
    <section className={styles.progress} aria-label={`Upload of ${fileName}`}>
      <p className={styles.name}>{fileName}</p>
      {state !== 'held' && state !== 'refused' && (
        <ProgressBar value={percentSent(upload)} label={`Upload of ${fileName}`} />
      )}
      <p className={state === 'refused' ? styles.bad : styles.message}>{message}</p>
      {state === 'waiting' && isOnline && problem !== null && <p className={styles.message}>{problem}</p>}
      <Cluster>
        <UploadActions upload={upload} />
        {children}
      </Cluster>
    </section>
  );
}

function UploadActions({ upload: { uploadId, state } }: Pick<UploadProgressProps, 'upload'>) {
  const [isTooLate, setIsTooLate] = useState(false);
  const drop = async () => setIsTooLate(!(await dropUpload(uploadId)));
  return (
    <>
      {(state === 'waiting' || state === 'sending') && (
        <Button size="sm" onClick={() => void pauseUpload(uploadId)}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button size="sm" onClick={() => void resumeUpload(uploadId)}>
          Resume
        </Button>
      )}
      <Button size="sm" variant="danger" onClick={() => void drop()}>
        {state === 'refused' ? 'Remove file' : 'Cancel upload'}
      </Button>
      {isTooLate && <span role="status">The upload is already complete and is being saved.</span>}
    </>
  );
}
