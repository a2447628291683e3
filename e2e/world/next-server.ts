import { CarrelServer } from './carrel-server.ts';

/** Starts the server of the next test while a test is running, because a test waits for its start otherwise. */
export class NextServer {
  private readonly seeded: CarrelServer;
  private next: Promise<CarrelServer>;

  constructor(seeded: CarrelServer) {
    this.seeded = seeded;
    this.next = this.start();
  }

  async take(): Promise<CarrelServer> {
    const server = await this.next;
    this.next = this.start();
    return server;
  }

  async dispose(): Promise<void> {
    await (await this.next).dispose();
  }

  private start(): Promise<CarrelServer> {
    const next = CarrelServer.startOnCopy(this.seeded);
    // A failure is reported by the test that takes it.
    next.catch(() => undefined);
    return next;
  }
}
