const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `12.3 MB`: with one decimal below a hundred, as people compare them with `du -h`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${power > 0 && value < 100 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}
