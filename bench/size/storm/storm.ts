import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

export const StormInput = v.object({
  url: v.string(),
  cursor: v.string(),
  /** One device each. */
  tokens: v.array(v.string()),
  withinMs: v.number(),
});
export type Storm = v.InferOutput<typeof StormInput>;

const Outcome = v.object({
  /** When the last device had everything. */
  lastMs: v.number(),
  /** Replies with Retry-After, after which a device waited. */
  refused: v.number(),
  /** Broken connections, and refusals without Retry-After. */
  failed: v.number(),
  problems: v.record(v.string(), v.number()),
});
export type StormOutcome = v.InferOutput<typeof Outcome>;

const DEVICES = fileURLToPath(new URL('devices.ts', import.meta.url));

/** Runs the devices in a process of their own. */
export async function runStorm(storm: Storm): Promise<StormOutcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', DEVICES], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(storm));
  return v.parse(Outcome, await json(child.stdout));
}
