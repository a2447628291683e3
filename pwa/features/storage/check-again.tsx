import { useState } from 'react';
import { verifyAllFiles } from '#pwa/downloads/verify/verify-bytes.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { RefreshIcon } from '#pwa/ui/display/icons.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { describeRecheck } from './describe-recheck.ts';
import styles from './storage-page.module.css';

/**
 * Verifies the bytes of every file now; the app does so automatically once a week (pwa/sync/verify-later.ts).
 */
export function CheckAgain() {
  const userId = useUserId();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState('');
  const check = async () => {
    setIsBusy(true);
    setMessage(describeRecheck(await verifyAllFiles(userId).catch(() => 'failed' as const)));
    setIsBusy(false);
  };
  return (
    <Cluster>
      <Button size="sm" isBusy={isBusy} onClick={() => void check()}>
        {!isBusy && <RefreshIcon />}
        Check files
      </Button>
      <p className={styles.quiet} role="status">
        {isBusy ? 'Checking downloads…' : message}
      </p>
    </Cluster>
  );
}
