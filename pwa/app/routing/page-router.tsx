import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Navigator,
  Router,
} from 'react-router-dom';
import { replaceAddress, startLayers, step } from '#pwa/ui/overlays/layers.ts';

/**
 * As the router's own `BrowserRouter`, which shows each address in a transition: the old page stays until the
 * code of the next one is loaded. React renders a transition in pieces, between frames and other work, so a
 * step that needs no code asks for `flushSync` (`useLinkClick`) and is rendered at once.
 */
export function PageRouter({ children }: { children: ReactNode }) {
  const [{ history, navigator, isUrgent }] = useState(createHistory);
  // Before the router listens: it does not see the steps over entries of layers.
  useLayoutEffect(startLayers, []);
  const [state, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen(({ action, location }) => {
        const show = () => setState({ action, location });
        if (isUrgent()) show();
        else startTransition(show);
      }),
    [history, isUrgent],
  );
  return (
    <Router location={state.location} navigationType={state.action} navigator={navigator}>
      {children}
    </Router>
  );
}

/** The history of the browser. It notifies its listener during each call. */
function createHistory() {
  const history = createBrowserHistory({ window, v5Compat: true });
  let isUrgent = false;
  const move = (options: { flushSync?: boolean } | undefined, change: () => void) => {
    isUrgent = options?.flushSync === true;
    change();
    isUrgent = false;
  };
  const navigator: Navigator = {
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push: (to, state, options) => step((method) => move(options, () => history[method](to, state))),
    replace: (to, state, options) => replaceAddress(() => move(options, () => history.replace(to, state))),
  };
  return { history, navigator, isUrgent: () => isUrgent };
}
