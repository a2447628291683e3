import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server of baseline/ in its own process. */
export interface BaselineServer {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts `baseline/<name>.mjs` with the file that it serves, and waits for its port. */
export async function startBaseline(name: string, file: string): Promise<BaselineServer> {
  const script = fileURLToPath(new URL(`baseline/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${Number(String(line))}`, stop: () => void child.kill() };
}
