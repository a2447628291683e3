import { useState } from 'react';
import { Link } from 'react-router-dom';
import { attempt } from '../../session/mishap.ts';
import { useUserId } from '../../session/use-user-id.ts';
import { dropCourseDrafts } from '../../sync/keep-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type DraftPlace, listDraftPlaces } from './draft-places.ts';
import type { Centre } from './read-centre.ts';
import styles from './sync-centre-page.module.css';

/** Unsaved drafts: they exist only on this device and are not sent automatically. */
export function Drafts({ centre }: { centre: Centre }) {
  const places = listDraftPlaces(centre);
  const now = useNow();
  if (places.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="drafts-title">
      <h2 id="drafts-title" className={styles.title}>
        Not yet saved
      </h2>
      <p className={styles.quiet}>
        Kept on this device as you typed it. It is sent once you have saved it there.
      </p>
      <ul className={styles.lines}>
        {places.map((place) => (
          <li key={place.key} className={styles.line}>
            <DraftLine place={place} />
            <TimeAgo at={place.updatedAt} now={now} className={styles.quiet} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DraftLine({ place: { what, to, goneCourseId } }: { place: DraftPlace }) {
  if (goneCourseId !== null) return <GoneDraft what={what} courseId={goneCourseId} />;
  return (
    <Link to={to} className={styles.link}>
      {what}
    </Link>
  );
}

/** No screen remains on which this draft could be saved or discarded. */
function GoneDraft({ what, courseId }: { what: string; courseId: string }) {
  const userId = useUserId();
  const [isAsking, setIsAsking] = useState(false);
  const discard = () => {
    setIsAsking(false);
    attempt(() => dropCourseDrafts(userId, courseId));
  };
  const actions = (
    <>
      <Button onClick={() => setIsAsking(false)}>Keep it</Button>
      <Button variant="danger" onClick={discard}>
        Discard
      </Button>
    </>
  );
  return (
    <>
      <span>{what}</span>
      <Button size="sm" variant="quiet" onClick={() => setIsAsking(true)}>
        Discard<span className="visually-hidden"> what was typed into it</span>
      </Button>
      <Dialog
        isOpen={isAsking}
        title="Discard what you typed?"
        onClose={() => setIsAsking(false)}
        actions={actions}
      >
        <p>
          Its course was deleted, or has not come to this device yet. What you typed into it lies here only.
        </p>
        <p>“Export a file” takes it along first.</p>
      </Dialog>
    </>
  );
}
