import { useLocation } from 'react-router-dom';
import { paths } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { buttonClass } from '#pwa/ui/controls/button-class.ts';
import { ButtonLink } from '#pwa/ui/controls/button-link.tsx';
import { Link, NavLink } from '#pwa/ui/controls/link.tsx';
import { Brand } from '#pwa/ui/display/brand.tsx';
import { SyncChip } from '../sync-status/sync-chip.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './bar.module.css';
import { navigationFor } from './navigation.ts';
import { VisitorMenu } from './visitor-menu.tsx';

/** The bar at the top of every page except the learner view. */
export function NavigationBar() {
  const { pathname } = useLocation();
  const session = useSession();
  const user = session.state === 'signedIn' || session.state === 'expired' ? session.user : null;
  const navigation = navigationFor({ pathname, isKnown: user !== null });
  // Until the session is known, neither buttons nor menu are shown: the wrong ones would flash.
  const isDecided = session.state !== 'loading';
  return (
    <header className={styles.bar}>
      <nav className={styles.row} aria-label="Main">
        <Link className={styles.brand} to={paths.home}>
          <Brand />
        </Link>
        <SyncChip />
        <div className={styles.links}>
          {navigation.links.map(({ label, to }) => (
            <NavLink key={to} to={to} className={buttonClass({ variant: 'quiet', size: undefined })}>
              {label}
            </NavLink>
          ))}
        </div>
        {isDecided && navigation.login && (
          <ButtonLink to={navigation.login} size="sm" className={styles.login}>
            Login
          </ButtonLink>
        )}
        {isDecided && navigation.signup && (
          <ButtonLink to={navigation.signup} variant="primary" size="sm" className={styles.signup}>
            Sign Up
          </ButtonLink>
        )}
        {user && <AccountMenu key={user.id} user={user} links={navigation.links} />}
        {isDecided && !user && (
          // Without links, the menu would only repeat the two buttons beside it, so it is shown only where
          // they do not fit.
          <div className={navigation.links.length > 0 ? styles.narrowOnly : styles.tinyOnly}>
            <VisitorMenu navigation={navigation} />
          </div>
        )}
      </nav>
    </header>
  );
}
