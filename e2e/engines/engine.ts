import type { EnginePage } from './commands.ts';

/** A browser on a profile of its own, which stays when the browser is killed. */
export interface Engine {
  readonly name: string;
  /** Starts it and answers its one page. */
  open(): Promise<EnginePage>;
  /** Ends every process of it at once. */
  kill(): Promise<void>;
  dispose(): Promise<void>;
}
