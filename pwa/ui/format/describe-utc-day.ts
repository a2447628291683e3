const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats a UTC day such as `2026-11-21` as `21 Nov`, whatever the time zone of the device. */
export function describeUtcDay(day: string): string {
  return dayAndMonth.format(Date.parse(`${day}T00:00:00Z`));
}
