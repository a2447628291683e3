import { countOf } from '#schema/count.ts';
import type { SyncStatus } from '../../sync/status.ts';

export interface SummaryWords {
  readonly title: string;
  /** What is safe, and what happens next. */
  readonly words: string;
  readonly tone: 'ok' | 'wait' | 'bad' | 'info';
}

const SAFE = 'Everything below is kept on this device, also when you close Carrel or the battery dies.';

/** Summarises the state of the outbox. */
export function summarize({ kind, unsent, decisions }: SyncStatus, isOnline: boolean): SummaryWords {
  const edits = countOf(unsent, 'edit');
  switch (kind) {
    case 'sent':
      return { title: 'All sent', words: 'Everything you did on this device has arrived.', tone: 'ok' };
    case 'offline':
      return {
        title: 'Offline, and all sent',
        words: 'What you do now is kept here and sent when there is a connection.',
        tone: 'info',
      };
    case 'sending':
      return { title: `Sending ${edits}`, words: SAFE, tone: 'info' };
    case 'kept':
      return {
        title: `${edits} kept on this device`,
        words: isOnline
          ? `${SAFE} Carrel goes on trying by itself.`
          : `${SAFE} It is sent as soon as there is a connection.`,
        tone: 'wait',
      };
    case 'paused':
      return {
        title: `Paused: ${edits} kept on this device`,
        words: `${SAFE} Sign in again, and it is sent.`,
        tone: 'wait',
      };
    case 'needsYou':
      if (decisions === 0) return { title: 'Something was lost', words: SAFE, tone: 'bad' };
      return {
        title: `${countOf(decisions, 'edit')} ${decisions === 1 ? 'needs' : 'need'} you`,
        words: `${SAFE} What was refused waits until you decide; all others go on.`,
        tone: 'bad',
      };
  }
}
