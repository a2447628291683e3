import { NavLink } from 'react-router-dom';
import { useSession } from '../session/use-session.ts';
import styles from './admin-navigation.module.css';
import { adminLinks } from './navigation.ts';

/** The admins' own rooms, under the bar; its place is kept while it is not known yet who looks. */
export function AdminNavigation() {
  const session = useSession();
  const isAdmin = 'user' in session && session.user.role === 'admin';
  return (
    <nav className={styles.bar} aria-label="Admin">
      {isAdmin && (
        <ul className={styles.row}>
          {adminLinks().map(({ label, to }) => (
            <li key={to}>
              <NavLink to={to} end className={styles.link ?? ''}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
