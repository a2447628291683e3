import type { Config } from '#sync-server/config.ts';
import { error, type Finding, ok, warning } from '../finding.ts';

const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Values that are valid each for itself, and wrong together. */
export function examineConfig({
  host,
  publicUrl,
  trustedProxies,
  secret,
  dataFolder,
  databaseUrl,
  backup,
}: Config): Finding[] {
  const findings = [ok('configuration', `every variable is valid; the data folder is ${dataFolder}`)];
  if (publicUrl === undefined)
    findings.push(warning('PUBLIC_URL', 'is not set: mails have no links, and the proxy must pass Host on'));
  else if (publicUrl.startsWith('https:')) findings.push(ok('PUBLIC_URL', publicUrl));
  else if (LOCAL.test(new URL(publicUrl).hostname))
    findings.push(ok('PUBLIC_URL', `${publicUrl} (this machine only)`));
  else
    findings.push(
      error('PUBLIC_URL', `${publicUrl} is not https: phones and other machines work online only`),
    );
  if (publicUrl?.startsWith('https:') && trustedProxies.length === 0)
    findings.push(error('TRUSTED_PROXIES', 'is empty: all users share the limits of the proxy’s address'));
  if (publicUrl?.startsWith('https:') && !LOCAL.test(host))
    findings.push(warning('HOST', `${host} accepts unencrypted requests that do not come through the proxy`));
  if (secret !== undefined && new Set(secret).size < 10)
    findings.push(
      warning('CARREL_SECRET', 'has few different characters; generate one with openssl rand -base64 32'),
    );
  // PostgreSQL has its own tools for backups, which the server knows nothing of.
  if (backup === undefined && databaseUrl === undefined)
    findings.push(warning('CARREL_BACKUP', 'is not set: the server makes no backups'));
  return findings;
}
