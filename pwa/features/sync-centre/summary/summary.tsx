import { NETWORK_PAGE } from '#pwa/paths.ts';
import { dismissLost } from '#pwa/sync/start.ts';
import type { SyncStatus } from '#pwa/sync/status/status.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { buttonClass } from '#pwa/ui/controls/button-class.ts';
import { Notice } from '#pwa/ui/feedback/notice.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { countOf } from '#schema/messages/count.ts';
import styles from '../sync-centre-page.module.css';
import { summarize } from './summary-text.ts';

interface SummaryProps {
  status: SyncStatus;
  isOnline: boolean;
}

/** The summary, the time of the last ack, and current problems. */
export function Summary({ status, isOnline }: SummaryProps) {
  const now = useNow();
  const { title, text, tone } = summarize(status, isOnline);
  return (
    <Stack gap={4}>
      {status.lost > 0 && <Lost count={status.lost} />}
      {/* Not an alert, even if it reports a problem: the app has announced it already. */}
      <Notice tone={tone === 'bad' ? 'wait' : tone} title={title}>
        <p>{text}</p>
        {status.lastSentAt !== null && (
          <p className={styles.quiet}>
            Last sent <TimeAgo at={status.lastSentAt} now={now} />.
          </p>
        )}
      </Notice>
      {status.isIntercepted && <Intercepted />}
      {status.isStuck && <Stuck />}
    </Stack>
  );
}

function Intercepted() {
  const open = (
    <a
      href={NETWORK_PAGE}
      target="_blank"
      rel="noopener"
      className={buttonClass({ variant: 'line', size: 'sm' })}
    >
      Open the network’s page
    </a>
  );
  return (
    <Notice tone="wait" title="This network replies in the server’s place" actions={open}>
      <p>
        You may have to sign in to the network first. Nothing is lost, and everything is sent once the server
        can be reached.
      </p>
    </Notice>
  );
}

function Stuck() {
  return (
    <Notice tone="bad" title="Edits are not being sent">
      <p>
        The device is connected, but nothing has been sent for a minute. Nothing is lost. Retrying
        automatically. If this continues, export a file below as a backup.
      </p>
    </Notice>
  );
}

function Lost({ count }: { count: number }) {
  const changes = `${countOf(count, 'unsent change')} ${count === 1 ? 'was' : 'were'}`;
  const read = (
    <Button size="sm" onClick={dismissLost}>
      Dismiss
    </Button>
  );
  return (
    <Notice tone="bad" title={`${changes} lost by this browser`} actions={read}>
      <p>The browser deleted its storage. Sent changes are safe and were downloaded again.</p>
    </Notice>
  );
}
