import { readdir, readFile } from 'node:fs/promises';

const EVERY_MS = 100;

/** Where the parts of `/proc/<pid>/stat` after the program's name have the process group. */
const GROUP = 2;

/** The memory of all processes of a group in MB; what several of them share counts once. */
async function groupMemoryMb(groupId: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const sizes = await Promise.all(pids.map((pid) => memoryOf(pid, groupId)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The proportional set size in MB; 0 for a process of another group, or one that has ended. */
async function memoryOf(pid: string, groupId: number): Promise<number> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const fields = (await read('stat')).split(') ').at(-1)?.split(' ') ?? [];
  if (Number(fields[GROUP]) !== groupId) return 0;
  return Number(/^Pss:\s+(\d+) kB/m.exec(await read('smaps_rollup'))?.[1] ?? 0) / 1_024;
}

/** Returns what a group of processes needs at most while `work` runs, beyond what it needed before, in MB. */
export async function extraMemoryMb(groupId: number, work: () => Promise<void>): Promise<number> {
  const before = await groupMemoryMb(groupId);
  let most = before;
  let isRunning = true;
  const watch = async () => {
    while (isRunning) {
      most = Math.max(most, await groupMemoryMb(groupId));
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  };
  const watching = watch();
  await work().finally(() => {
    isRunning = false;
  });
  await watching;
  return most - before;
}
