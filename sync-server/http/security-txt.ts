import type { Hono } from 'hono';
import type { Deps } from '../deps.ts';
import { type AppEnv, reply } from './reply.ts';

const VALID_MS = 180 * 24 * 60 * 60 * 1_000;
const PATH = '/.well-known/security.txt';

/**
 * States where to report a vulnerability (RFC 9116): the support address, valid for half a year from each
 * reply.
 */
export function mountSecurityTxt(app: Hono<AppEnv>, { config, clock }: Deps): void {
  app.get(PATH, (c) => {
    const expires = new Date(clock.now().getTime() + VALID_MS).toISOString();
    const lines = [
      `Contact: mailto:${config.supportEmail.split('@').map(encodeURIComponent).join('@')}`,
      `Expires: ${expires}`,
    ];
    lines.push('Preferred-Languages: en');
    if (config.publicUrl !== undefined) lines.push(`Canonical: ${config.publicUrl}${PATH}`);
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' };
    return reply(c, `${lines.join('\n')}\n`, { headers });
  });
}
