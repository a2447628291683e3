import type { Config } from '#sync-server/config.ts';
import { error, type Finding, ok, warning } from '../finding.ts';
import { callPublicUrl } from './call-public-url.ts';

/** Codes of authenticator apps are accepted for one period more. */
const DIFFERENCE_MAX_MS = 30_000;

/**
 * The clock of this machine, against the newest row and against the Date of replies through PUBLIC_URL.
 *
 * @param newest the time of the newest row; null without rows
 */
export async function examineClock({ publicUrl }: Config, newest: string | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (newest !== null && Date.parse(newest) > Date.now() + DIFFERENCE_MAX_MS)
    findings.push(error('clock', `the newest row is of ${newest}, in the future: the clock was set back`));
  const differenceMs = publicUrl === undefined ? null : await readDifferenceMs(publicUrl);
  if (differenceMs !== null && Math.abs(differenceMs) > DIFFERENCE_MAX_MS)
    findings.push(
      warning('clock', `differs from that of ${publicUrl} by ${Math.round(differenceMs / 1_000)} seconds`),
    );
  if (findings.length > 0) return findings;
  return [ok('clock', `${new Date().toISOString()}; the newest row is of ${newest ?? 'no time yet'}`)];
}

/** Null if there is no reply, which the examination of the proxy reports. */
async function readDifferenceMs(publicUrl: string): Promise<number | null> {
  try {
    const date = (await callPublicUrl(publicUrl, '/healthz')).headers.get('Date');
    return date === null ? null : Date.parse(date) - Date.now();
  } catch {
    return null;
  }
}
