import { Socket } from 'node:net';

/**
 * A socket that sends in one system call what is written until the process waits for something. `pg` corks the socket
 * for each statement, whose parts it would otherwise send one by one; so all statements that are sent together are one
 * write. A connection with TLS corks the socket above it, and sends each statement by itself.
 */
export class JoiningSocket extends Socket {
  #isHeld = false;

  override cork(): void {
    super.cork();
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    // After the promises that are resolved already.
    process.nextTick(() => {
      this.#isHeld = false;
      this.uncork();
    });
  }
}
