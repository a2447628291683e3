import { createHash } from 'node:crypto';
import { playerOrigins } from '#schema/video.ts';

const HSTS_SECONDS = 365 * 24 * 60 * 60;

/** Replies that are never a page: nothing in them may run, load or be framed. */
const BARE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Files that people uploaded, opened in a tab of their own: the browser's own film and PDF viewers may
 * show them, nothing else may happen. (`sandbox` would keep Chromium's PDF viewer out.)
 */
export const MEDIA_POLICY =
  "default-src 'none'; media-src 'self'; object-src 'self'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A worker lives under the policy of its own script: it fetches from here and nowhere else. */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** On every response; those of a page replace the policy by {@link pagePolicy}. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': BARE_POLICY,
  'Strict-Transport-Security': `max-age=${HSTS_SECONDS}; includeSubDomains`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=(), browsing-topics=()',
};

/**
 * The policy of the app's page. Its inline scripts and styles (the shell painted before any script) are
 * allowed by the hash of their bytes, so a changed page needs a new start of the server. Frames are those of the
 * players that the product knows, and of the origins that the operator allows.
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

/** The server's own build is the only input, so the expressions need not withstand hostile markup. */
function inlineHashes(html: string, pattern: RegExp): string[] {
  const texts = [...html.matchAll(pattern)].map((match) => match[1] ?? '');
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
