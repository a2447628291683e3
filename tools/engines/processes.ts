import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a program as the leader of a process group, which {@link endGroup} ends as a whole. */
export function startGroup(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(command, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...env } });
}

/** Kills a program and all of its child processes, without a clean shutdown. */
export async function endGroup(child: ChildProcess | null): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

/** Polls until there is a result. */
export async function retryUntilReady<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      if (Date.now() > deadline) throw new Error(`${what} did not start in time`, { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const START_MS = 60_000;
