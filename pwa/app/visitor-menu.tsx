import { MenuIcon } from '../ui/icons.tsx';
import { MenuLink } from './account-menu.tsx';
import styles from './menu.module.css';
import { Menu } from './menu.tsx';
import type { Navigation } from './navigation.ts';

/** On narrow screens: all links of the bar for visitors. */
export function VisitorMenu({ navigation }: { navigation: Navigation }) {
  const { links, login, signup } = navigation;
  return (
    <Menu label="Menu" face={<MenuIcon />}>
      <ul className={styles.list}>
        {links.map(({ label, to }) => (
          <MenuLink key={to} label={label} to={to} />
        ))}
        {login && <MenuLink label="Login" to={login} />}
        {signup && <MenuLink label="Sign Up" to={signup} />}
      </ul>
    </Menu>
  );
}
