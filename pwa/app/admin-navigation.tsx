import { useLayoutEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { useSession } from '../session/use-session.ts';
import styles from './admin-navigation.module.css';
import { adminLinks } from './navigation.ts';

/** The admins' own rooms, under the bar; its place is kept while it is not known yet who looks. */
export function AdminNavigation() {
  const session = useSession();
  const isAdmin = 'user' in session && session.user.role === 'admin';
  const { pathname } = useLocation();
  const row = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    if (isAdmin && row.current !== null) showLink(row.current, pathname);
  }, [isAdmin, pathname]);
  return (
    <nav className={styles.bar} aria-label="Admin">
      {isAdmin && (
        <ul ref={row} className={styles.row}>
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

/** On a phone the row is wider than the screen: it begins where one is. The page itself stays where it was. */
function showLink(row: HTMLElement, pathname: string): void {
  const current = [...row.querySelectorAll('a')].find((link) => link.pathname === pathname);
  if (current === undefined) return;
  const link = current.getBoundingClientRect();
  const { left, right } = row.getBoundingClientRect();
  row.scrollLeft += Math.max(0, link.right - right) - Math.max(0, left - link.left);
}
