import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { Link } from '#pwa/ui/controls/link.tsx';
import styles from './admin-navigation.module.css';
import { adminLinks, isInSection } from './navigation.ts';

// Lazy: it reads the store, which visitors do not load.
const OpenCount = lazy(async () => ({
  default: (await import('#pwa/features/admin-support/open-count.tsx')).OpenCount,
}));

/**
 * The links between the admin pages, below the bar. While the session loads they are hidden but take up their
 * space.
 */
export function AdminNavigation() {
  const session = useSession();
  const { pathname } = useLocation();
  const isAdmin = 'user' in session && session.user.role === 'admin';
  return (
    <nav className={styles.bar} aria-label="Admin">
      <ul className={classNames(styles.row, !isAdmin && styles.unknown)}>
        {adminLinks().map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.link}
              aria-current={isInSection(pathname, to) ? 'page' : undefined}
            >
              {label}
              {isAdmin && to === paths.adminSupport && (
                <Suspense fallback={null}>
                  <OpenCount />
                </Suspense>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
