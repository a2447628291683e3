import { createHash } from 'node:crypto';
import { playerOrigins } from '#schema/courses/video.ts';

const HSTS_SECONDS = 365 * 24 * 60 * 60;

/** For replies that are never a page: nothing in them may run, load or be framed. */
const BARE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * For uploaded files opened in their own tab: only the browser's video and PDF viewers may show them.
 * (`sandbox` would block Chromium's PDF viewer.)
 */
export const MEDIA_POLICY =
  "default-src 'none'; media-src 'self'; object-src 'self'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A worker runs under the policy of its own script: it fetches from this origin only. */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Workers that open chosen files load their own parts, and request nothing else: whatever is in a file stays there. */
export const FILE_WORKER_POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** On every reply; a page replaces the policy by {@link pagePolicy}. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': BARE_POLICY,
  'Strict-Transport-Security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=(), browsing-topics=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
};

/**
 * The policy of the app's page. Its inline scripts and styles (the shell painted before any script) are
 * allowed by the hash of their bytes, so a changed page requires a restart of the server. Frames are limited
 * to the players that the product supports and the origins that the operator allows.
 */
export function pagePolicy(html: string, frameOrigins: readonly string[] = []): string {
  const scripts = inlineHashes(html, /<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi);
  const styles = inlineHashes(html, /<style[^>]*>([\s\S]*?)<\/style>/gi);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self'",
    ['frame-src', ...playerOrigins, ...frameOrigins].join(' '),
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join('; ');
}

/** The server's own build is the only input, so the expressions need not resist hostile markup. */
function inlineHashes(html: string, pattern: RegExp): string[] {
  const texts = [...html.matchAll(pattern)].map((match) => match[1] ?? '');
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
