import { readdir, readFile } from 'node:fs/promises';

const EVERY_MS = 50;
/** Linux counts the time of threads in these. */
const TICK_MS = 10;
/** Where the parts of a `stat` after the thread's name have the process group, and its ticks as user and in the kernel. */
const [GROUP, USER, KERNEL] = [2, 11, 12];
/** As Chromium names the threads of dedicated workers, cut to 15 characters. */
const WORKER = 'DedicatedWorker';

/**
 * Returns the processor time in milliseconds that the dedicated workers of a group of processes need while `work` runs.
 * They end with their work, so the last sample of each counts: up to 50 ms are not seen.
 */
export async function workerCpuMs(groupId: number, work: () => Promise<void>): Promise<number> {
  const byThread = new Map<string, number>();
  let isRunning = true;
  const watch = async () => {
    while (isRunning) {
      for (const [thread, cpuMs] of await readWorkers(groupId)) byThread.set(thread, cpuMs);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  };
  const watching = watch();
  await work().finally(() => {
    isRunning = false;
  });
  await watching;
  return [...byThread.values()].reduce((sum, cpuMs) => sum + cpuMs, 0);
}

const readOr = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
const list = (path: string): Promise<string[]> => readdir(path).catch(() => []);

async function readWorkers(groupId: number): Promise<(readonly [thread: string, cpuMs: number])[]> {
  const pids = (await list('/proc')).filter((name) => /^\d+$/.test(name));
  const isOfGroup = await Promise.all(pids.map(async (pid) => groupOf(await readOr(`/proc/${pid}/stat`))));
  const own = pids.filter((_, at) => isOfGroup[at] === groupId);
  const threads = await Promise.all(own.map(async (pid) => pathsOf(pid, await list(`/proc/${pid}/task`))));
  const found = await Promise.all(threads.flat().map(async (path) => [path, await readOr(path)] as const));
  return found.flatMap(([path, stat]) =>
    stat.includes(`(${WORKER}`) ? [[path, cpuMsOf(stat)] as const] : [],
  );
}

const pathsOf = (pid: string, tids: readonly string[]): string[] =>
  tids.map((tid) => `/proc/${pid}/task/${tid}/stat`);

const fieldsOf = (stat: string): number[] => (stat.split(') ').at(-1)?.split(' ') ?? []).map(Number);

const groupOf = (stat: string): number | undefined => fieldsOf(stat)[GROUP];

function cpuMsOf(stat: string): number {
  const fields = fieldsOf(stat);
  return ((fields[USER] ?? 0) + (fields[KERNEL] ?? 0)) * TICK_MS;
}
