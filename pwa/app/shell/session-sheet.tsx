import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { findRoute, isSigningIn } from '#pwa/paths.ts';
import { useSession } from '#pwa/session/use-session.ts';
import { storeUnavailable } from '#pwa/store/database/blocked.ts';
import { Button } from '#pwa/ui/controls/button.tsx';
import { useObservable } from '#pwa/ui/use-observable.ts';
import type { User } from '#schema/account/user.ts';
import styles from './session-sheet.module.css';
import { useSharedHeight } from './use-shared-height.ts';

const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

/** Prompts a user whose session has expired to sign in again, over the current page, which stays readable. */
export function SessionSheet() {
  const session = useSession();
  const route = findRoute(useLocation().pathname);
  // The user who folded the sheet. A token that is stored and refused again ends one sheet and begins another, which
  // stays folded.
  const [foldedBy, setFoldedBy] = useState<string | null>(null);
  if (foldedBy !== null && isSigningIn(route)) setFoldedBy(null);
  if (session.state !== 'expired' || isSigningIn(route)) return null;
  const { user } = session;
  const onFold = (isFolded: boolean) => setFoldedBy(isFolded ? user.id : null);
  return <Sheet key={user.id} user={user} isFolded={foldedBy === user.id} onFold={onFold} />;
}

interface SheetProps {
  user: User;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
}

function Sheet({ user, isFolded, onFold }: SheetProps) {
  const measure = useSharedHeight('--session-sheet-height');
  const isUnavailable = useObservable(storeUnavailable);
  if (isFolded)
    return (
      <aside ref={measure} className={styles.folded} aria-label="Session">
        <Button variant="primary" onClick={() => onFold(false)}>
          Sign in again
        </Button>
      </aside>
    );
  return (
    <aside ref={measure} className={styles.sheet} aria-labelledby="session-sheet-title">
      <div className={styles.head}>
        <h2 id="session-sheet-title">Please sign in again</h2>
        <Button variant="quiet" size="sm" onClick={() => onFold(true)}>
          Continue reading
        </Button>
      </div>
      <p>
        Your session has ended.
        {!isUnavailable && ' Your edits are saved on this device and are sent after you sign in.'}
      </p>
      <Suspense fallback={null}>
        <SignInAgain user={user} />
      </Suspense>
    </aside>
  );
}
