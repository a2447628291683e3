import type { OutboxRow } from '#pwa/store/account/outbox.ts';
import { CheckIcon } from '#pwa/ui/display/icons.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { describeCommand } from '#schema/commands/all-commands.ts';
import styles from '../sync-centre-page.module.css';

/** The commands that were acknowledged last, newest first. */
export function Arrived({ rows }: { rows: readonly OutboxRow[] }) {
  const now = useNow();
  if (rows.length === 0) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby="arrived-title">
      <h2 id="arrived-title" className={styles.title}>
        Sent
      </h2>
      <ul>
        {rows.map(({ order, command, acknowledgedAt, restore }) => (
          <li key={order} className={styles.line}>
            <span className={styles.arrived}>
              {restore !== 'dropped' && <CheckIcon />}
              {describeCommand(command)}
              {restore === 'dropped' && ': discarded, because the server was restored from a backup'}
            </span>
            {acknowledgedAt !== null && <TimeAgo at={acknowledgedAt} now={now} className={styles.quiet} />}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
