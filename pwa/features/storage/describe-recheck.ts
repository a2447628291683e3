import type { RequestedResult } from '#pwa/downloads/verify/verify-bytes.ts';

/**
 * The result of verifying every downloaded file; null while a download or another tab works on the files,
 * `failed` if they could not be listed.
 */
export function describeRecheck(found: RequestedResult | 'failed' | null): string {
  if (found === null) return 'A download is in progress. Check again when it has finished or is paused.';
  if (found === 'failed') return 'The files could not be checked. Try again later.';
  const { files, damaged, unreadable } = found;
  if (damaged + unreadable === 0) return `All files are intact (${files}).`;
  return [
    damaged > 0 && `${damaged} of ${files} files were damaged and removed. They are listed above.`,
    unreadable > 0 && `${unreadable} of ${files} files could not be checked and stay here. Try again later.`,
  ]
    .filter(Boolean)
    .join(' ');
}
