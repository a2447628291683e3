import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

export type LinkClick = (event: MouseEvent<HTMLAnchorElement>) => void;

/**
 * A click handler for plain links within a screen, which navigates as the router's `Link` does. It never
 * changes, so the links of a long list are not rendered again by each navigation, as `Link` is. The address is
 * shown at once, without waiting for code.
 */
export function useLinkClick(): LinkClick {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useLayoutEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  return useCallback((event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = event.currentTarget;
    const to = pathname + search + hash;
    const replace = to === location.pathname + location.search + location.hash;
    void latest.current(to, { replace, flushSync: true });
  }, []);
}

/** Other clicks are the browser's, for example to open a new tab. */
function isPlainClick(event: MouseEvent): boolean {
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button === 0 && !hasModifier && !event.defaultPrevented;
}
