/** Returns null for what is no address. `URL.canParse` is missing on phones still in use. */
export function parseUrl(url: string, base?: string): URL | null {
  try {
    return new URL(url, base);
  } catch {
    return null;
  }
}
