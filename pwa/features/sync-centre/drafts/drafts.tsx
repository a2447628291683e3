import { useState } from 'react';
import { attempt } from '#pwa/session/action-error.ts';
import { useUserId } from '#pwa/session/use-user-id.ts';
import { type DraftPlace, listDraftPlaces } from '#pwa/store/account/draft-places.ts';
import { dropCourseDrafts } from '#pwa/sync/outbox/save-draft.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { Link } from '#pwa/ui/controls/link.tsx';
import { TimeAgo } from '#pwa/ui/format/time-ago.tsx';
import { useNow } from '#pwa/ui/format/use-now.ts';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { ConfirmDialog } from '#pwa/ui/overlays/confirm-dialog.tsx';
import type { Centre } from '../model/read-centre.ts';
import styles from '../sync-centre-page.module.css';

/** Unsaved drafts: they exist only on this device and are not sent automatically. */
export function Drafts({ centre }: { centre: Centre }) {
  const places = listDraftPlaces(centre);
  const now = useNow();
  if (places.length === 0) return null;
  return (
    <Stack as="section" gap={4} aria-labelledby="drafts-title">
      <h2 id="drafts-title" className={styles.title}>
        Drafts
      </h2>
      <p className={styles.quiet}>On this device only. Open a draft and save it to send it.</p>
      <ul>
        {places.map((place) => (
          <li key={place.key} className={styles.line}>
            <DraftLine place={place} />
            <TimeAgo at={place.updatedAt} now={now} className={styles.quiet} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function DraftLine({ place: { what, to, missingCourseId } }: { place: DraftPlace }) {
  if (missingCourseId !== null) return <OrphanDraft what={what} courseId={missingCourseId} />;
  if (to === null) return <span>{what}</span>;
  return (
    <Link to={to} className={styles.link}>
      {what}
    </Link>
  );
}

/** No screen remains on which this draft could be saved or discarded. */
function OrphanDraft({ what, courseId }: { what: string; courseId: string }) {
  const userId = useUserId();
  const [isConfirming, setIsConfirming] = useState(false);
  const discard = () => {
    setIsConfirming(false);
    attempt(() => dropCourseDrafts(userId, courseId));
  };
  return (
    <>
      <span>{what}</span>
      <Button size="sm" variant="quiet" onClick={() => setIsConfirming(true)}>
        Discard<span className="visually-hidden"> draft</span>
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Discard this draft?"
        action="Discard"
        onConfirm={discard}
        onCancel={() => setIsConfirming(false)}
      >
        <p>Its course was deleted or is not on this device. The draft exists only on this device.</p>
        <p>To keep a copy, use “Export a file” first. The file does not include a chosen image.</p>
      </ConfirmDialog>
    </>
  );
}
