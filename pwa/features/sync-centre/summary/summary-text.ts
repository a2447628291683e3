import type { SyncStatus } from '#pwa/sync/status/status.ts';
import { countOf } from '#schema/messages/count.ts';

export interface SummaryText {
  readonly title: string;
  /** States which edits are safe, and the next step. */
  readonly text: string;
  readonly tone: 'ok' | 'wait' | 'bad' | 'info';
}

const SAFE = 'All edits below are saved on this device, even if you close Carrel or the battery runs out.';

/** Summarises the state of the outbox. */
export function summarize(status: SyncStatus, isOnline: boolean): SummaryText {
  const { kind, unsent, drafts, decisions } = status;
  const edits = countOf(unsent, 'edit');
  const draftsHere = `${countOf(drafts, 'draft')} on this device only`;
  switch (kind) {
    case 'sent':
      return { title: 'All sent', text: 'All changes from this device are on the server.', tone: 'ok' };
    case 'drafts':
      return {
        title: draftsHere,
        text: 'All edits are on the server. A draft is sent when you open and save it.',
        tone: 'info',
      };
    case 'offline':
      return {
        title: `Offline, ${drafts > 0 ? draftsHere : 'all sent'}`,
        text: 'New changes are saved on this device and sent when you are connected.',
        tone: 'info',
      };
    case 'sending':
      return { title: `Sending ${edits}`, text: SAFE, tone: 'info' };
    case 'waiting':
      return {
        title: `${edits} waiting to sync`,
        text: isOnline ? `${SAFE} Retrying automatically.` : `${SAFE} They are sent when you are connected.`,
        tone: 'wait',
      };
    case 'paused':
      return {
        title: `Paused: ${edits} waiting to sync`,
        text: `${SAFE} Sign in again to send them.`,
        tone: 'wait',
      };
    case 'needsYou':
      if (decisions === 0) return { title: 'Unsent changes were lost', text: SAFE, tone: 'bad' };
      return {
        title: `${countOf(decisions, 'edit')} ${decisions === 1 ? 'needs' : 'need'} you`,
        text: `${SAFE} Refused edits wait for your decision. Other edits are still sent.`,
        tone: 'bad',
      };
  }
}
