import { memo } from 'react';
import { paths } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { ArrowBackIcon } from '#pwa/ui/display/icons.tsx';
import { SyncChip } from '../sync-status/sync-chip.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './bar.module.css';

interface StudyBarProps {
  frame: 'study' | 'editor';
  onPortal: (element: HTMLElement | null) => void;
}

const ways = {
  study: { to: paths.dashboard, lead: '', place: 'Dashboard' },
  editor: { to: paths.adminWorkspace, lead: 'Back to ', place: 'Workspace' },
};

/**
 * The slim bar over a lesson and the course editor: a back link, the page's own content, and the account
 * menu.
 */
export const StudyBar = memo(({ frame, onPortal }: StudyBarProps) => {
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
        <div className={styles.portal} ref={onPortal} />
        <SyncChip isQuiet />
        {user && <AccountMenu key={user.id} user={user} links={[]} />}
      </div>
    </header>
  );
});
