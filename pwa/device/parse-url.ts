/** Parses a URL; returns null for an invalid one. `URL.canParse` is missing on phones still in use. */
export function parseUrl(url: string, base?: string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}
