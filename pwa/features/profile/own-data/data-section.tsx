import { useState } from 'react';
import { useIsOnline } from '#pwa/session/use-is-online.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import styles from '../profile-page.module.css';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useDataDownload } from './use-data-download.ts';

interface DataSectionProps {
  userId: string;
  email: string;
}

/** The user takes everything that the server stores about them, or deletes it. Both need the server. */
export function DataSection(props: DataSectionProps) {
  const session = useSession();
  if (session.state !== 'signedIn')
    return <p className={styles.hint}>Sign in again to download your data or delete your account.</p>;
  return <OwnData {...props} />;
}

function OwnData({ userId, email }: DataSectionProps) {
  const isOnline = useIsOnline();
  const { isBusy, problem, note, download } = useDataDownload(userId);
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Stack gap={4}>
      {!isOnline && (
        <Notice tone="wait" title="This needs a connection">
          You are offline. Your data and your account are on the server. Connect to download or delete them.
        </Notice>
      )}
      <p>
        Download everything that the server stores about you: a zip file with tables as JSON and CSV, and a
        text that explains them.
      </p>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <Cluster gap={3}>
        <Button isBusy={isBusy} onClick={download}>
          {isBusy ? 'Preparing…' : 'Download my data'}
        </Button>
      </Cluster>
      <p role="status">{note}</p>
      <p>Or delete your account with everything in it. This cannot be undone.</p>
      <Cluster gap={3}>
        <Button variant="danger" onClick={() => setIsDeleting(true)}>
          Delete my account
        </Button>
      </Cluster>
      {isDeleting && (
        <DeleteAccountDialog userId={userId} email={email} onClose={() => setIsDeleting(false)} />
      )}
    </Stack>
  );
}
