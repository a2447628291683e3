import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './update-notice.module.css';
import { useUpdate } from './use-update.ts';

/** Offers the new version that lies ready; floats, so that nothing on the page moves. */
export function UpdateNotice() {
  const { isReady, apply } = useUpdate();
  const [isPutOff, setIsPutOff] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (!isReady || isPutOff) return null;
  const update = () => {
    setIsBusy(true);
    apply();
  };
  return (
    <div className={styles.floating}>
      <Notice
        tone="info"
        title="A new version of Carrel is ready"
        className={styles.notice}
        actions={
          <>
            <Button variant="primary" size="sm" isBusy={isBusy} onClick={update}>
              Update now
            </Button>
            <Button variant="quiet" size="sm" onClick={() => setIsPutOff(true)}>
              Later
            </Button>
          </>
        }
      >
        The page reloads once. Finish what you are typing first; what is kept on this device stays.
      </Notice>
    </div>
  );
}
