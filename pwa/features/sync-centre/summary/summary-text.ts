import { countOf } from '#schema/messages/count.ts';
import type { SyncStatus } from '../../../sync/status/status.ts';

export interface SummaryText {
  readonly title: string;
  /** What is safe, and what happens next. */
  readonly text: string;
  readonly tone: 'ok' | 'wait' | 'bad' | 'info';
}

const SAFE = 'Everything below is kept on this device, also when you close Carrel or the battery dies.';

/** Summarises the state of the outbox. */
export function summarize({ kind, unsent, decisions }: SyncStatus, isOnline: boolean): SummaryText {
  const edits = countOf(unsent, 'edit');
  switch (kind) {
    case 'sent':
      return { title: 'All sent', text: 'Everything you did on this device has arrived.', tone: 'ok' };
    case 'offline':
      return {
        title: 'Offline, and all sent',
        text: 'What you do now is kept here and sent when there is a connection.',
        tone: 'info',
      };
    case 'sending':
      return { title: `Sending ${edits}`, text: SAFE, tone: 'info' };
    case 'waiting':
      return {
        title: `${edits} kept on this device`,
        text: isOnline
          ? `${SAFE} Carrel goes on trying by itself.`
          : `${SAFE} It is sent as soon as there is a connection.`,
        tone: 'wait',
      };
    case 'paused':
      return {
        title: `Paused: ${edits} kept on this device`,
        text: `${SAFE} Sign in again, and it is sent.`,
        tone: 'wait',
      };
    case 'needsYou':
      if (decisions === 0) return { title: 'Something was lost', text: SAFE, tone: 'bad' };
      return {
        title: `${countOf(decisions, 'edit')} ${decisions === 1 ? 'needs' : 'need'} you`,
        text: `${SAFE} What was refused waits until you decide; all others go on.`,
        tone: 'bad',
      };
  }
}
