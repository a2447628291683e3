import type { Download } from '#pwa/store/database/rows.ts';

/** Each file's bytes are compared with their hash this often. */
const VERIFY_AFTER_MS = 7 * 24 * 60 * 60_000;

interface Occasion {
  readonly now: Date;
  /** When the app detected that it had ended without notice; null if it never did. */
  readonly uncleanEndAt: string | null;
}

/** Returns the cached files whose bytes are due to be verified, those never verified first. */
export function listDueFiles(rows: readonly Download[], occasion: Occasion): Download[] {
  return rows
    .filter((row) => row.state === 'kept' && isDue(row, occasion))
    .sort((a, b) => timeOf(a.verifiedAt) - timeOf(b.verifiedAt));
}

function isDue({ verifiedAt }: Download, { now, uncleanEndAt }: Occasion): boolean {
  const at = timeOf(verifiedAt);
  // A clock that was set back must not postpone the next check.
  const isOld = at > now.getTime() || now.getTime() - at >= VERIFY_AFTER_MS;
  return isOld || at < timeOf(uncleanEndAt ?? undefined);
}

function timeOf(at: string | undefined): number {
  return at === undefined ? 0 : Date.parse(at) || 0;
}
