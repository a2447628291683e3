import type { ComponentProps, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  replace?: boolean;
  state?: unknown;
}

/** A link to a screen. As the router's `Link`, which has 7 kB for prefetching and routes with data besides. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace !== undefined && { replace }),
    ...(rest.target !== undefined && { target: rest.target }),
    state,
  });
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return <a {...rest} href={href} onClick={press} />;
}

interface NavLinkProps extends LinkProps {
  to: string;
  /** Also on screens whose addresses continue this one. */
  isForAllBelow?: boolean;
}

/** A link of a navigation, which says on which screen the user is. */
export function NavLink({ isForAllBelow = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isHere = pathname === rest.to || (isForAllBelow && pathname.startsWith(`${rest.to}/`));
  return <Link {...rest} aria-current={isHere ? 'page' : undefined} />;
}
