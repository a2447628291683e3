import { lazy, Suspense, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { classNames } from '#pwa/ui/class-names.ts';
import { Avatar } from '#pwa/ui/display/avatar.tsx';
import styles from '#pwa/ui/overlays/menu.module.css';
import { Menu } from '#pwa/ui/overlays/menu.tsx';
import { initials, type User } from '#schema/account/user.ts';
import { accountLinks, adminLink, type NavigationLink } from './navigation.ts';

// Lazy: used once per visit at most, and its chunk contains the sentences of all commands.
const SignOut = lazy(async () => ({ default: (await import('./sign-out.tsx')).SignOut }));

interface AccountMenuProps {
  user: User;
  /** The bar's own links, repeated in the menu for narrow screens. */
  links: readonly NavigationLink[];
}

/** The avatar and its menu: the account, its pages, and Sign out. */
export function AccountMenu({ user, links }: AccountMenuProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <>
      <Menu
        label={`Account of ${user.name}, ${initials(user.name)}`}
        face={<Avatar name={user.name} src={user.avatar} />}
        isBare
      >
        {(close) => (
          <>
            <p className={styles.person}>
              <strong dir="auto">{user.name}</strong>
              <span>{user.email}</span>
            </p>
            <ul>
              {links.map(({ label, to }) => (
                <MenuLink key={to} label={label} to={to} isNarrowOnly />
              ))}
              {[...accountLinks(), ...adminLink(user.role)].map(({ label, to }) => (
                <MenuLink key={to} label={label} to={to} />
              ))}
              <li className={styles.divided}>
                <button
                  type="button"
                  className={styles.item}
                  onClick={() => {
                    close();
                    setIsLeaving(true);
                  }}
                >
                  Sign out
                </button>
              </li>
            </ul>
          </>
        )}
      </Menu>
      {isLeaving && (
        <Suspense fallback={null}>
          <SignOut onStay={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A menu link; the current page is marked. */
export function MenuLink({ label, to, isNarrowOnly }: NavigationLink & { isNarrowOnly?: boolean }) {
  return (
    <li className={isNarrowOnly ? styles.narrowOnly : undefined}>
      <NavLink to={to} end className={classNames(styles.item)}>
        {label}
      </NavLink>
    </li>
  );
}
