import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#pwa/device/when-idle.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { NavLink } from '#pwa/ui/controls/link.tsx';
import { Avatar } from '#pwa/ui/display/avatar.tsx';
import styles from '#pwa/ui/overlays/menu.module.css';
import { Menu } from '#pwa/ui/overlays/menu.tsx';
import { initials, type User } from '#schema/account/user.ts';
import type { KeysProps } from '../keys/keys.tsx';
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
  const [isListed, setIsListed] = useState(false);
  const Keys = useKeys();
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
              {Keys && (
                <MenuButton
                  onPress={() => {
                    close();
                    setIsListed(true);
                  }}
                >
                  Keyboard shortcuts
                </MenuButton>
              )}
              <MenuButton
                isDivided
                onPress={() => {
                  close();
                  setIsLeaving(true);
                }}
              >
                Sign out
              </MenuButton>
            </ul>
          </>
        )}
      </Menu>
      {Keys && <Keys isListed={isListed} onList={setIsListed} />}
      {isLeaving && (
        <Suspense fallback={null}>
          <SignOut onStay={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

let loadedKeys: ComponentType<KeysProps> | null = null;

/** The keys of the app, loaded when it is idle; null until then, and if the file cannot be loaded. */
function useKeys(): ComponentType<KeysProps> | null {
  const [keys, setKeys] = useState(() => loadedKeys);
  useEffect(() => {
    const load = async () => {
      loadedKeys = (await import('../keys/keys.tsx')).Keys;
      setKeys(() => loadedKeys);
    };
    return whenIdle(() => void load().catch(() => undefined));
  }, []);
  return keys;
}

interface MenuButtonProps {
  isDivided?: boolean;
  onPress: () => void;
  children: string;
}

function MenuButton({ isDivided, onPress, children }: MenuButtonProps) {
  return (
    <li className={isDivided ? styles.divided : undefined}>
      <button type="button" className={styles.item} onClick={onPress}>
        {children}
      </button>
    </li>
  );
}

/** A menu link; the current page is marked. */
export function MenuLink({ label, to, isNarrowOnly }: NavigationLink & { isNarrowOnly?: boolean }) {
  return (
    <li className={isNarrowOnly ? styles.narrowOnly : undefined}>
      <NavLink to={to} className={classNames(styles.item)}>
        {label}
      </NavLink>
    </li>
  );
}
