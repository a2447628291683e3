import { useSession } from './use-session.ts';

/**
 * The id of whom this screen is shown to, their session may have expired; blank for nobody. What a screen
 * writes carries it, so that it is theirs whoever signs in meanwhile: a blank one opens no store.
 */
export function useUserId(): string {
  const session = useSession();
  return 'user' in session ? session.user.id : '';
}
