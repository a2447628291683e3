import { paths } from '../paths.ts';
import { useSession } from '../session/use-session.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { ArrowBackIcon } from '../ui/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './bar.module.css';
import { SyncChip } from './sync-chip.tsx';

interface StudyBarProps {
  frame: 'study' | 'editor';
  onSlot: (element: HTMLElement | null) => void;
}

const ways = {
  study: { to: paths.dashboard, lead: '', place: 'Dashboard' },
  editor: { to: paths.adminWorkspace, lead: 'Back to ', place: 'Workspace' },
};

/**
 * The slim bar over a lesson and the course editor: a back link, the page's own content, and the account
 * menu.
 */
export function StudyBar({ frame, onSlot }: StudyBarProps) {
  const way = ways[frame];
  const session = useSession();
  const user = session.state === 'signedIn' || session.state === 'expired' ? session.user : null;
  return (
    <header className={styles.bar}>
      <div className={`${styles.row} ${styles.wide}`}>
        <ButtonLink to={way.to} variant="quiet" size="sm">
          <ArrowBackIcon />
          <span className={frame === 'study' ? styles.backToCourses : undefined}>
            <span className={styles.lead}>{way.lead}</span>
            {way.place}
          </span>
        </ButtonLink>
        <div className={styles.slot} ref={onSlot} />
        <SyncChip isQuiet />
        {user && <AccountMenu key={user.id} user={user} links={[]} />}
      </div>
    </header>
  );
}
