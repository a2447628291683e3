import { MenuIcon } from '#pwa/ui/display/icons.tsx';
import { Menu } from '#pwa/ui/overlays/menu.tsx';
import { MenuLink } from './account-menu.tsx';
import type { Navigation } from './navigation.ts';

/** On narrow screens: all links of the bar for visitors. */
export function VisitorMenu({ navigation }: { navigation: Navigation }) {
  const { links, login, signup } = navigation;
  return (
    <Menu label="Menu" face={<MenuIcon />}>
      <ul>
        {links.map(({ label, to }) => (
          <MenuLink key={to} label={label} to={to} />
        ))}
        {login && <MenuLink label="Login" to={login} />}
        {signup && <MenuLink label="Sign Up" to={signup} />}
      </ul>
    </Menu>
  );
}
