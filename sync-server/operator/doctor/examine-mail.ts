import type { Config } from '#sync-server/config.ts';
import { verifySmtp } from '#sync-server/mail/mail-transport.ts';
import { error, type Finding, ok, warning } from '../finding.ts';

/** Connects, greets, encrypts and signs in as the server does; sends nothing. */
export async function examineMail({ smtpUrl, mailFrom, supportEmail }: Config): Promise<Finding[]> {
  if (smtpUrl === undefined)
    return [warning('mail', 'SMTP_URL is not set: messages become files, and reset codes reach nobody')];
  const { host } = new URL(smtpUrl);
  try {
    await verifySmtp(smtpUrl);
    return [
      ok(
        'mail',
        `${host} accepts the connection; messages are from ${mailFrom}, requests go to ${supportEmail}`,
      ),
    ];
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    return [error('mail', `${host}: ${reason}. Messages wait in the database until it is reachable`)];
  }
}
