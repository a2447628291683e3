import { Socket } from 'node:net';

/**
 * A socket that collects the statements that one callback of the event loop sends, and sends them in one system call. `pg`
 * corks the socket for each statement and uncorks it after; this one stays corked until the callback ends. On a connection
 * with TLS, `pg` corks the TLS socket above this one, and each statement is a system call.
 */
export class JoiningSocket extends Socket {
  #isHeld = false;

  /**
   * @param silenceMaxMs after so long without a byte in either direction it is destroyed
   * @param isLimited whether it is
   */
  constructor(silenceMaxMs: number, isLimited: () => boolean) {
    super();
    this.setTimeout(silenceMaxMs, () => {
      if (isLimited()) this.#end(silenceMaxMs);
      else this.setTimeout(silenceMaxMs);
    });
  }

  #end(silenceMaxMs: number): void {
    const error = new Error(`PostgreSQL has sent nothing for ${silenceMaxMs} ms`);
    this.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }

  override cork(): void {
    super.cork();
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    // Runs after the promises that are resolved by now, which send more statements.
    process.nextTick(() => {
      this.#isHeld = false;
      this.uncork();
    });
  }
}
