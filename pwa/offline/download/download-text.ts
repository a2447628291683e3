import type { DownloadState } from '#pwa/downloads/plans/download-state.ts';

export function percentHere({ bytes, bytesHere }: DownloadState): number {
  return bytes === 0 ? 0 : Math.min(100, Math.floor((100 * bytesHere) / bytes));
}

/** What is under way for a course's files; null if nothing is, so that its offline state is shown instead. */
export function describeButton(state: DownloadState): string | null {
  switch (state.phase) {
    case 'none':
    case 'done':
      return null;
    case 'requested':
      return 'Waiting for a connection';
    case 'coming':
      return `Downloading · ${percentHere(state)}%`;
    case 'paused':
      return `Download paused · ${percentHere(state)}%`;
    case 'offline':
    case 'waiting':
      return `Download waiting · ${percentHere(state)}%`;
    case 'stuck':
      return 'Download needs you';
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
    case 'requested':
      return 'Waiting for a connection. The download starts automatically.';
    case 'coming':
      return 'Downloading. You can continue studying. If you close this page, the download resumes later.';
    case 'paused':
      return 'Paused. Downloaded files stay on this device.';
    case 'offline':
      return 'No connection. The download resumes automatically.';
    case 'waiting':
      return 'Waiting for Wi-Fi. Downloaded files stay on this device.';
    case 'stuck':
      return problems[problem ?? 'lost'];
    case 'done':
      return left === 0
        ? 'All selected files are downloaded.'
        : 'Some selected files are not downloaded yet.';
  }
}

const problems = {
  full: 'Not enough storage. Downloaded files and your work are safe. Free up storage or remove a download, then try again.',
  gone: 'The server no longer provides one of these files. Downloaded files stay on this device. Try again later or contact support.',
  damaged: 'A file arrived damaged and was removed. Other downloaded files stay on this device. Try again.',
  lost: 'The connection was lost. Retrying automatically.',
  changed: 'A file on this device was damaged and was removed. Downloading it again automatically.',
} as const;
