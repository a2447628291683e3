/** Formats a duration for screen readers: `1 minute 5 seconds`. */
export function describeDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    counted(Math.floor(whole / 3600), 'hour'),
    counted(Math.floor(whole / 60) % 60, 'minute'),
    counted(whole % 60, 'second'),
  ].filter((part) => part !== null);
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

function counted(count: number, noun: string): string | null {
  if (count === 0) return null;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
