import { useSession } from '../session/use-session.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { ArrowBackIcon } from '../ui/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './bar.module.css';
import { paths } from './paths.ts';
import { SyncChip } from './sync-chip.tsx';

/** The slim bar of the learner view: the way back, what the page puts there, and whose desk it is. */
export function StudyBar({ onSlot }: { onSlot: (element: HTMLElement | null) => void }) {
  const session = useSession();
  const user = session.state === 'signedIn' || session.state === 'expired' ? session.user : null;
  return (
    <header className={styles.bar}>
      <div className={`${styles.row} ${styles.wide}`}>
        <ButtonLink to={paths.dashboard} variant="quiet" size="sm">
          <ArrowBackIcon />
          Dashboard
        </ButtonLink>
        <div className={styles.slot} ref={onSlot} />
        <SyncChip isQuiet />
        {user && <AccountMenu user={user} links={[]} />}
      </div>
    </header>
  );
}
