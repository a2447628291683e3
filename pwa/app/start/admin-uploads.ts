import { currentSession } from '#pwa/session/session.ts';
import { retryImport } from './retry-import.ts';

let isStarted = false;

/** Resumes pending uploads once an admin is signed in, on any screen. Learners do not download this code. */
export function uploadForAdmins(): void {
  currentSession.subscribe(startIfAdmin);
  startIfAdmin();
}

function startIfAdmin(): void {
  const session = currentSession.get();
  if (isStarted || !('user' in session) || session.user.role !== 'admin') return;
  isStarted = true;
  void retryImport(() => import('#pwa/features/editor/upload/start-uploads.ts')).then(({ sendUploads }) =>
    sendUploads(),
  );
}
