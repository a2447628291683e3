const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const SAME_MOMENT_MS = 60_000;

/**
 * Formats when something was made on a device and when the server received it (ISO instants): `14:05`, or
 * `created 14:05, received 14:20` if they are more than a minute apart, with the day if it differs.
 */
export function describeMoments(madeAt: string, receivedAt: string): string {
  const [created, received] = [new Date(madeAt), new Date(receivedAt)];
  if (received.getTime() - created.getTime() <= SAME_MOMENT_MS) return time.format(received);
  const isSameDay = created.toDateString() === received.toDateString();
  return `made ${(isSameDay ? time : dayAndTime).format(created)}, received ${time.format(received)}`;
}

/** Formats the day of an instant, by the clock of this device: `20 November 2026`. */
export function describeDate(at: string): string {
  return day.format(new Date(at));
}

/** Formats a day as `Today`, `Yesterday`, or `20 November 2026`. */
export function describeDay(at: string, now: Date): string {
  const date = new Date(at);
  if (date.toDateString() === now.toDateString()) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return date.toDateString() === yesterday.toDateString() ? 'Yesterday' : day.format(date);
}
