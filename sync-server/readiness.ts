/** Whether a load balancer may send requests to this process. */
export class Readiness {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** From now on the process refuses to be sent new requests; it still serves those that arrive. */
  beginDrain(): void {
    this.#isDraining = true;
  }
}
