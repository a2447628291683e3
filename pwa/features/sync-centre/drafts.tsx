import { Link } from 'react-router-dom';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { useNow } from '../../ui/use-now.ts';
import { listDraftPlaces } from './draft-places.ts';
import type { Centre } from './read-centre.ts';
import styles from './sync-centre-page.module.css';

/** What was typed and not handed in: it is on this device and nowhere else, and goes nowhere by itself. */
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
        {places.map(({ key, what, to, updatedAt }) => (
          <li key={key} className={styles.line}>
            <Link to={to} className={styles.link}>
              {what}
            </Link>
            <TimeAgo at={updatedAt} now={now} className={styles.quiet} />
          </li>
        ))}
      </ul>
    </section>
  );
}
