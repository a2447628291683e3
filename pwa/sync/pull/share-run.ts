const running = new Map<string, Promise<void>>();

/** Concurrent calls for the same work share the run under way and its result. */
export function shareRun(name: string, work: () => Promise<void>): Promise<void> {
  const run = running.get(name) ?? work().finally(() => running.delete(name));
  running.set(name, run);
  return run;
}
