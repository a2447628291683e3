export interface WaitingFacts {
  /** Edits of this course in the outbox that are sent automatically. */
  readonly waiting: number;
  /** Files of this course that have not reached the server. */
  readonly files: number;
  /** Whether there are unsaved changes or an unsaved thumbnail. */
  readonly isDirty: boolean;
  /** All commands in this device's outbox, including other courses and refused edits. */
  readonly unsent: number;
  /** Refused edits of this course. */
  readonly refused: number;
  readonly hasSession: boolean;
}

const NEEDS_SIGN_IN = 'You can close the tab. Sign in again to send.';

/**
 * The sentences below the card's list. It says that the server has everything only if nothing waits at all:
 * no edit, file or unsaved change, here or in another course, and there is a session.
 */
export function describeWaiting(facts: WaitingFacts): string[] {
  const { waiting, files, isDirty, unsent, refused, hasSession } = facts;
  const sentences: string[] = [];
  if (waiting > 0) {
    sentences.push(
      hasSession
        ? 'Sent in this order as soon as there is a connection. You can close the tab.'
        : `Saved on this device. ${NEEDS_SIGN_IN}`,
    );
  }
  if (files > 0) sentences.push(describeFiles(files, hasSession));
  if (isDirty) sentences.push('Unsaved changes exist only on this device. Click Save Course to send them.');
  const elsewhere = unsent - waiting - refused;
  if (sentences.length > 0 || refused > 0) return sentences;
  if (elsewhere > 0) {
    const edits =
      elsewhere === 1
        ? '1 edit from another page is waiting'
        : `${elsewhere} edits from other pages are waiting`;
    return [`No edits of this course are waiting. ${edits} to sync.`];
  }
  return [
    hasSession ? 'All saved changes of this course have been sent.' : 'No edits of this course are waiting.',
  ];
}

function describeFiles(files: number, hasSession: boolean): string {
  const what = files === 1 ? '1 file is' : `${files} files are`;
  return `${what} not uploaded yet.${hasSession ? '' : ` ${NEEDS_SIGN_IN}`}`;
}
