import type { Download } from '#pwa/store/database/rows.ts';
import { listDownloads } from '#pwa/store/offline/downloads.ts';
import { useObservable } from '#pwa/ui/use-observable.ts';
import { useSession } from '../use-session.ts';
import { shareQuery } from './shared-query.ts';

const downloadsOf = shareQuery(listDownloads);

/**
 * The records of the current user's files, now and after every change; undefined while they are read, null
 * when no user is known. A lesson page needs them in many places.
 */
export function useDownloads(): readonly Download[] | null | undefined {
  const session = useSession();
  const userId = 'user' in session ? session.user.id : null;
  const downloads = useObservable(downloadsOf(userId));
  // The user may become known in a moment.
  return session.state === 'loading' ? undefined : downloads;
}
