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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another current link.
  useLayoutEffect(() => {
    if (row.current !== null) showCurrent(row.current);
  }, [pathname, isAdmin]);
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
function showCurrent(row: HTMLElement): void {
  const link = row.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (link === undefined) return;
  const { left, right } = row.getBoundingClientRect();
  row.scrollLeft += Math.max(0, link.right - right) - Math.max(0, left - link.left);
}
