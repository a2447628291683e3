export interface WaitingFacts {
  /** Edits of this course in the outbox that go out by themselves. */
  readonly waiting: number;
  /** Files of this course that have not reached the server. */
  readonly files: number;
  /** Something was typed or chosen that is not saved yet. */
  readonly isDirty: boolean;
  /** Everything in the outbox of this device, of other courses too, refused edits included. */
  readonly unsent: number;
  /** Refused edits of this course. */
  readonly refused: number;
  readonly hasSession: boolean;
}

const NEEDS_SIGN_IN = 'You can close the tab; sign in again, and it is sent.';

/**
 * What the card says beside its list. That the server has everything is said only when nothing waits at
 * all: no edit, no file, no unsaved text, here or elsewhere, and a session that could have told otherwise.
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
  if (isDirty) sentences.push('Your unsaved changes are on this device only. Save Course sends them.');
  const elsewhere = unsent - waiting - refused;
  if (sentences.length > 0 || refused > 0) return sentences;
  if (elsewhere > 0) {
    const edits = elsewhere === 1 ? '1 edit made elsewhere waits' : `${elsewhere} edits made elsewhere wait`;
    return [`Nothing of this course waits. On this device ${edits} to be sent.`];
  }
  return [
    hasSession
      ? 'Nothing of this course waits: the server has all that you saved.'
      : 'Nothing of this course waits to be sent.',
  ];
}

function describeFiles(files: number, hasSession: boolean): string {
  const what = files === 1 ? '1 file has' : `${files} files have`;
  return `${what} not reached the server yet.${hasSession ? '' : ` ${NEEDS_SIGN_IN}`}`;
}
