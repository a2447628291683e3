const timeOnly = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats an instant as `14:05` if it is today, otherwise with the date. */
export function describeTime(at: string, now = new Date()): string {
  const then = new Date(at);
  return (then.toDateString() === now.toDateString() ? timeOnly : dayAndTime).format(then);
}
