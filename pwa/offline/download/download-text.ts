import type { DownloadState } from '../../downloads/plans/download-state.ts';

export function percentHere({ bytes, bytesHere }: DownloadState): number {
  return bytes === 0 ? 0 : Math.min(100, Math.floor((100 * bytesHere) / bytes));
}

/** The label of the button that opens the panel of a course's files on this device. */
export function describeButton(state: DownloadState): string {
  switch (state.phase) {
    case 'none':
      return 'Make available offline';
    case 'coming':
      return `Downloading · ${percentHere(state)}%`;
    case 'paused':
      return `Download paused · ${percentHere(state)}%`;
    case 'offline':
    case 'waiting':
      return `Download waits · ${percentHere(state)}%`;
    case 'stuck':
      return 'Download needs you';
    case 'done':
      return 'Files on this device';
  }
}

/**
 * A longer form without changing figures, because screen readers read each change. Null if there is nothing
 * to say.
 *
 * @param left how many files are selected and not here, whether they are requested yet or not
 */
export function describePhase({ phase, problem }: DownloadState, left = 0): string | null {
  switch (phase) {
    case 'none':
      return null;
    case 'coming':
      return 'Downloading. You can go on studying, or close this page: it goes on where it was.';
    case 'paused':
      return 'Paused. What came so far stays here.';
    case 'offline':
      return 'There is no connection. It goes on by itself when there is one, behind what is here.';
    case 'waiting':
      return 'Waiting for Wi-Fi, as this device is set. What came so far stays here.';
    case 'stuck':
      return problems[problem ?? 'lost'];
    case 'done':
      return left === 0
        ? 'Everything you chose is on this device.'
        : 'What came so far is on this device. Not all that is ticked is here yet.';
  }
}

const problems = {
  full: 'This device has no room left for these files. What is here stays, and your own work is safe. Free some room, or remove what you do not need, and try again.',
  gone: 'The server does not give out one of these files any more. What is here stays. Try again later, or ask for help if it stays so.',
  damaged:
    'A file arrived damaged and was thrown away, so that nothing wrong is shown. What is here stays. Try again.',
  lost: 'The connection was lost. It is tried again by itself.',
  changed:
    'A file changed on this device and was removed, so that nothing wrong is shown. It is downloaded again by itself.',
} as const;
