import { useState } from 'react';
import { describeCommand } from '#schema/commands.ts';
import { usePrivateQuery } from '../session/use-private-query.ts';
import { listUnsent, type OutboxRow } from '../store/outbox.ts';
import { discardCommand, retryCommand } from '../sync/outbox.ts';
import { dismissLost } from '../sync/start.ts';
import { Button } from '../ui/button.tsx';
import styles from './sync-chip.module.css';

/** Everything that has not arrived yet, each as a sentence; what was refused first, for it waits for a person. */
export function SyncPanel({ lost }: { lost: number }) {
  const unsent = usePrivateQuery(listUnsent, []);
  const refusedFirst = (unsent ?? []).toSorted(
    (a, b) => Number(b.state === 'refused') - Number(a.state === 'refused'),
  );
  return (
    <>
      {lost > 0 && (
        <div className={styles.actions}>
          <Button size="sm" onClick={dismissLost}>
            I have read this
          </Button>
        </div>
      )}
      {refusedFirst.length > 0 && <UnsentList rows={refusedFirst} />}
    </>
  );
}

function UnsentList({ rows }: { rows: readonly OutboxRow[] }) {
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <UnsentCommand key={row.id} row={row} />
      ))}
    </ul>
  );
}

const stateWords: Record<OutboxRow['state'], string> = {
  waiting: 'Kept on this device, waiting to be sent',
  sending: 'Being sent',
  paused: 'Waits until you have signed in again',
  refused: 'The server refused it',
  acknowledged: 'Sent',
};

function UnsentCommand({ row }: { row: OutboxRow }) {
  const canRetry = row.state === 'refused' || row.state === 'waiting';
  return (
    <li className={styles.command}>
      <span className={styles.what}>{describeCommand(row.command)}</span>
      {row.state === 'refused' ? (
        <span className={styles.problem}>{row.lastProblem ?? stateWords.refused}</span>
      ) : (
        <span className={styles.state}>{stateWords[row.state]}</span>
      )}
      <div className={styles.actions}>
        {canRetry && (
          <Button size="sm" onClick={() => void retryCommand(row.id)}>
            Try again
          </Button>
        )}
        {row.state !== 'sending' && <DiscardButton id={row.id} />}
      </div>
    </li>
  );
}

/** Discarding cannot be undone, so the second press is the one that counts. */
function DiscardButton({ id }: { id: string }) {
  const [isSure, setIsSure] = useState(false);
  if (!isSure)
    return (
      <Button size="sm" variant="quiet" onClick={() => setIsSure(true)}>
        Discard…
      </Button>
    );
  return (
    <>
      <Button size="sm" variant="danger" onClick={() => void discardCommand(id)}>
        Discard for good
      </Button>
      <Button size="sm" variant="quiet" onClick={() => setIsSure(false)}>
        Keep
      </Button>
    </>
  );
}
