import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { useIsMemoryChecked } from '../session/use-is-memory-checked.ts';
import { useSession } from '../session/use-session.ts';
import { Spinner } from '../ui/spinner.tsx';
import { decideAccess } from './access.ts';
import type { Access } from './screens.tsx';

/** Shows a screen to those who may see it (section 2, access guard). */
export function AccessGuard({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  switch (decideAccess(access, session)) {
    case 'show':
      return children;
    case 'wait':
      return <Spinner />;
    case 'login':
      return <Navigate to={paths.login(pathname + search)} replace />;
    case 'home':
      return <TurnedAway />;
  }
}

/** Home, unless they are an admin after all. */
function TurnedAway() {
  return useIsMemoryChecked() ? <Navigate to={paths.home} replace /> : <Spinner />;
}
