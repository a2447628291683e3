import { describeCommand } from '#schema/commands.ts';
import { findPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { useDesk } from './editor-context.tsx';
import styles from './waiting-card.module.css';

const SHOWN_MAX = 8;

/** What of this course is on the device and not yet on the server, beside the page where there is room. */
export function WaitingCard() {
  const { editor } = useDesk();
  const waiting = editor.unsent.filter(({ state }) => state !== 'refused');
  const refused = editor.unsent.length - waiting.length;
  const centre = findPath('syncCentre');
  return (
    <Card as="section" className={styles.card} aria-labelledby="waiting-to-sync">
      <h2 id="waiting-to-sync" className={styles.title}>
        Waiting to sync
      </h2>
      {refused > 0 && (
        <p className={styles.refused}>
          {refused === 1
            ? '1 edit was not taken and needs you.'
            : `${refused} edits were not taken and need you.`}
        </p>
      )}
      {editor.unsent.length === 0 && (
        <p className={styles.muted}>Nothing of this course waits: the server has all that you saved.</p>
      )}
      {waiting.length > 0 && (
        <>
          <ol className={styles.list}>
            {waiting.slice(0, SHOWN_MAX).map(({ id, command }) => (
              <li key={id}>{describeCommand(command)}</li>
            ))}
          </ol>
          {waiting.length > SHOWN_MAX && <p>and {waiting.length - SHOWN_MAX} more</p>}
          <p className={styles.muted}>
            Sent in this order as soon as there is a connection. You can close the tab.
          </p>
        </>
      )}
      {centre !== null && (
        <ButtonLink size="sm" to={centre}>
          Review
        </ButtonLink>
      )}
    </Card>
  );
}
