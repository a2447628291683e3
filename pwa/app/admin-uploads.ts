import { getSession, subscribeSession } from '../session/session.ts';
import { untilLoaded } from './until-loaded.ts';

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
  void untilLoaded(() => import('../features/editor/upload/start-uploads.ts')).then(({ sendUploads }) =>
    sendUploads(),
  );
}
