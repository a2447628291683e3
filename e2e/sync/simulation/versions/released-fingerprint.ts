import { createHash } from 'node:crypto';

/** The digest of a command that released servers stored with its receipt, written out. */
export function releasedFingerprint(method: string, path: string, body: unknown): string {
  const text = `${method} ${path}\n${canonicalJson(body)}`;
  return createHash('sha256').update(text).digest('base64url');
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  const members = new Map(Object.entries(value));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(members.get(name))}`).join(',')}}`;
}
