import { getSession, subscribeSession } from '../session/session.ts';

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
  import('../features/editor/upload/start-uploads.ts')
    .then(({ sendUploads }) => sendUploads())
    .catch(() => {
      // Not on this device yet: tried again at the next word of the session.
      isStarted = false;
    });
}
