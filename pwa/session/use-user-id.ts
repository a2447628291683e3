import { useSession } from './use-session.ts';

/**
 * The id of the user to whom this screen is shown, whose session may have expired; blank without one. Writes
 * carry it, so they stay this user's even if another signs in meanwhile: a blank one opens no store.
 */
export function useUserId(): string {
  const session = useSession();
  return 'user' in session ? session.user.id : '';
}
