import { getSession, subscribeSession } from '../session/session.ts';
import { tryUntilDone } from './try-until-done.ts';

let isStarted = false;

/**
 * Once an admin is signed in here, goes on with the files that wait to be uploaded, whichever screen is
 * open. What does so is not fetched for learners.
 */
export function uploadForAdmins(): void {
  subscribeSession(startIfAdmin);
  startIfAdmin();
}

function startIfAdmin(): void {
  const session = getSession();
  if (isStarted || !('user' in session) || session.user.role !== 'admin') return;
  isStarted = true;
  tryUntilDone(async () => {
    const { sendUploads } = await import('../features/editor/upload/start-uploads.ts');
    sendUploads();
  });
}
