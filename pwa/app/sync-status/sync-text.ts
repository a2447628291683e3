import type { SyncStatus } from '#pwa/sync/status/status.ts';
import type { ChipTone } from '#pwa/ui/display/chip.tsx';
import { countOf, formatCount } from '#schema/messages/count.ts';

export interface SyncText {
  readonly label: string;
  /** The rest of the label, which the bar of a phone has no space for. */
  readonly wide?: string;
  readonly tone: ChipTone;
}

/**
 * The label of the sync chip; null if there is nothing to show. Visitors see only that they are offline: they
 * have nothing to send.
 */
export function syncText(status: SyncStatus, isKnown: boolean): SyncText | null {
  const { kind, unsent, lastSentAt } = status;
  if (!isKnown && kind !== 'offline') return null;
  switch (kind) {
    case 'offline':
      return { label: status.isIntercepted ? 'Network sign-in' : 'Offline', tone: 'wait' };
    case 'waiting':
      return { label: `${formatCount(unsent)} waiting`, wide: 'to sync', tone: 'wait' };
    case 'sending':
      return { label: 'Sending…', tone: 'neutral' };
    case 'drafts':
      return { label: countOf(status.drafts, 'draft'), wide: 'on this device only', tone: 'neutral' };
    case 'sent':
      // Unknown until the outbox has been read, and irrelevant if nothing was ever sent.
      return lastSentAt === null ? null : { label: 'All sent', tone: 'neutral' };
    case 'paused':
      return { label: 'Paused: sign in', tone: 'wait' };
    case 'needsYou':
      return { label: 'Needs you', tone: 'bad' };
  }
}

/**
 * The sync status as a sentence, in the panel that the chip opens.
 *
 * @param isStoreOpen whether anything on this device can be read
 */
export function syncSentence(status: SyncStatus, isStoreOpen = true): string {
  const { kind, drafts } = status;
  if (kind === 'drafts') return `Nothing waits to be sent. ${draftsSentence(drafts)}`;
  const sentence = sentenceOf({ ...status, kind }, isStoreOpen);
  return drafts > 0 ? `${sentence} ${draftsSentence(drafts)}` : sentence;
}

function sentenceOf(
  { kind, unsent, lost }: SyncStatus & { readonly kind: Exclude<SyncStatus['kind'], 'drafts'> },
  isStoreOpen: boolean,
): string {
  switch (kind) {
    case 'offline':
      return `You are offline.${isStoreOpen ? ' Downloaded courses still work.' : ''}`;
    case 'waiting':
      return `${changes(unsent)} saved on this device, waiting for a connection to the server. Retrying automatically.`;
    case 'sending':
      return 'Your changes are being sent.';
    case 'sent':
      return 'All changes from this device are on the server.';
    case 'paused':
      return `${changes(unsent)} saved on this device. Sign in again to send.`;
    case 'needsYou':
      return lost > 0
        ? `${countOf(lost, 'unsent change')} ${lost === 1 ? 'was' : 'were'} lost by this browser together with its storage.`
        : 'The server refused a change. It is saved on this device until you decide.';
  }
}

/** Drafts are never sent by themselves. */
function draftsSentence(drafts: number): string {
  return drafts === 1
    ? '1 draft is on this device only. Open and save it to send it.'
    : `${formatCount(drafts)} drafts are on this device only. Open and save them to send them.`;
}

function changes(count: number): string {
  return `${countOf(count, 'change')} ${count === 1 ? 'is' : 'are'}`;
}

/**
 * The announcement for a change of status; null for changes not worth an interruption. Sending happens with
 * every lesson, so neither its start nor its success is announced.
 */
export function syncAnnouncement(before: SyncStatus, after: SyncStatus): string | null {
  if (before.kind === after.kind) return null;
  switch (after.kind) {
    case 'offline':
    case 'paused':
    case 'needsYou':
      return syncSentence(after);
    case 'waiting':
      return before.kind === 'offline' ? null : syncSentence(after);
    case 'sent':
      if (before.kind === 'offline') return 'You are connected again.';
      return before.kind === 'sending' || before.kind === 'drafts' ? null : 'All changes have been sent.';
    case 'drafts':
      if (before.kind === 'offline') return 'You are connected again.';
      return before.kind === 'sending' || before.kind === 'sent' ? null : syncSentence(after);
    case 'sending':
      return null;
  }
}
