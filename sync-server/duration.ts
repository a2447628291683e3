const UNIT_MS = { s: 1_000, m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };

/** `5s`, `30m`, `12h` or `7d` in milliseconds; null for anything else and for zero. */
export function parseDurationMs(text: string): number | null {
  const [, count, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  if (unit !== 's' && unit !== 'm' && unit !== 'h' && unit !== 'd') return null;
  return Number(count) * UNIT_MS[unit];
}
