import type { EnginePage } from './commands.ts';

/** A browser with its own profile, which survives a kill. */
export interface Engine {
  readonly name: string;
  /** Starts the browser and returns its one page. */
  open(): Promise<EnginePage>;
  /** Kills all of its processes. */
  kill(): Promise<void>;
  dispose(): Promise<void>;
}
