import { Socket } from 'node:net';

/** A socket to a server that may not be silent for long while something waits for it. */
export class LimitedSocket extends Socket {
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
}
