import { useState } from 'react';
import { usePrivateQuery } from '#pwa/session/queries/use-private-query.ts';
import { type ArrivedEdit, listArrived } from '#pwa/store/account/acknowledged/acknowledged.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { CheckIcon } from '#pwa/ui/display/icons.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { ARRIVED_AT_FIRST } from '../model/read-centre.ts';
import styles from '../sync-centre-page.module.css';

const SHOWN_MORE = 50;

const afterRestore = {
  dropped: ': discarded, because the server was restored from a backup',
  unable:
    ': may be missing, because the server was restored from a backup. It cannot be sent again: its text was removed from this device to free space',
} as const;

/**
 * The commands that were acknowledged last, newest first. Its parent renders it anew for another user.
 *
 * @param first what is shown before the device was read again, so that nothing below moves
 */
export function Arrived({ first }: { first: readonly ArrivedEdit[] }) {
  const now = useNow();
  const [count, setCount] = useState(ARRIVED_AT_FIRST);
  // One more than is shown, to know whether there are more.
  const found = usePrivateQuery((store) => listArrived(store, count + 1), [count]);
  // The rows stay on the screen until more are read.
  const [listed, setListed] = useState(first);
  if (found && found !== listed) setListed(found);
  if (listed.length === 0) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby="arrived-title">
      <h2 id="arrived-title" className={styles.title}>
        Sent
      </h2>
      <ul>
        {listed.slice(0, count).map(({ order, sentence, acknowledgedAt, restore }) => (
          <li key={order} className={styles.line}>
            <span className={styles.arrived}>
              {restore === null && <CheckIcon />}
              {sentence}
              {restore !== null && afterRestore[restore]}
            </span>
            <TimeAgo at={acknowledgedAt} now={now} className={styles.quiet} />
          </li>
        ))}
      </ul>
      {listed.length > count && (
        <Button className={styles.more} onClick={() => setCount(count + SHOWN_MORE)}>
          Show more
        </Button>
      )}
    </Stack>
  );
}
