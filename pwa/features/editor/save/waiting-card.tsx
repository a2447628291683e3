import { findPath } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { useSyncStatus } from '#pwa/session/use-sync-status.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Card } from '#pwa/ui/layout/card.tsx';
import { describeCommand } from '#schema/commands/all-commands.ts';
import { useDraftPart, useEditorContext } from '../context/editor-context.tsx';
import { useWaiting } from '../context/waiting-context.tsx';
import { useUnsentFiles } from '../upload/use-uploads.ts';
import { describeWaiting } from './describe-waiting.ts';
import styles from './waiting-card.module.css';

const SHOWN_MAX = 5;

/** The unsent commands and files of this course; on wide screens beside the page. */
export function WaitingCard() {
  const { getEditor } = useEditorContext();
  const { unsent } = useWaiting();
  const session = useSession();
  const sync = useSyncStatus();
  const files = useUnsentFiles(getEditor().course.id);
  const isDirty = useDraftPart((state) => state.isDirty);
  const waiting = unsent.filter(({ state }) => state !== 'refused');
  const refused = unsent.length - waiting.length;
  // The strip above the form covers unsaved changes; the card appears only when something is in the outbox.
  if (unsent.length === 0 && files === 0) return null;
  const sentences = describeWaiting({
    waiting: waiting.length,
    refused,
    files,
    isDirty,
    unsent: sync.unsent,
    hasSession: session.state === 'signedIn',
  });
  const centre = findPath('syncCentre');
  return (
    <Card as="section" className={styles.card} aria-labelledby="waiting-to-sync">
      <h2 id="waiting-to-sync" className={styles.title}>
        Waiting to sync
      </h2>
      {refused > 0 && (
        <p className={styles.refused}>
          {refused === 1
            ? '1 edit was refused and needs you.'
            : `${refused} edits were refused and need you.`}
        </p>
      )}
      {waiting.length > 0 && (
        <>
          <ol className="text-list">
            {waiting.slice(0, SHOWN_MAX).map(({ id, command }) => (
              <li key={id}>{describeCommand(command)}</li>
            ))}
          </ol>
          {waiting.length > SHOWN_MAX && <p>and {waiting.length - SHOWN_MAX} more</p>}
        </>
      )}
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.muted}>
          {sentence}
        </p>
      ))}
      {centre !== null && <ButtonLink to={centre}>Review</ButtonLink>}
    </Card>
  );
}
