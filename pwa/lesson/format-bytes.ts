/** Formats a size: `240 kB`, `1.4 MB`, `2.0 GB`. Decimal units, as on phones and in app stores. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`;
  const megabytes = bytes / 1_000_000;
  if (megabytes >= 999.5) return `${(megabytes / 1_000).toFixed(1)} GB`;
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`;
}
