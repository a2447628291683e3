const running = new Map<string, Promise<void>>();

/** Whoever asks for the same work while it runs shares that run and its end. */
export function shareRun(name: string, work: () => Promise<void>): Promise<void> {
  const run = running.get(name) ?? work().finally(() => running.delete(name));
  running.set(name, run);
  return run;
}
