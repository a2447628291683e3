import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import * as v from 'valibot';

/** `[1, id, error, result]`, a response of Firefox's remote protocol. */
const ReplyMessage = v.tuple([v.literal(1), v.number(), v.nullable(v.unknown()), v.unknown()]);

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A client of Firefox's Marionette protocol: WebDriver's commands as `<length>:[0, id, name, parameters]` on
 * a socket. geckodriver would only translate to it.
 */
export class Marionette {
  private readonly socket: Socket;
  private readonly waiting = new Map<number, Waiting>();
  private received = Buffer.alloc(0);
  private lastId = 0;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('Firefox closed the connection'));
    });
    socket.on('error', () => socket.destroy());
  }

  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Marionette(socket);
  }

  send(name: string, parameters: object): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    const text = JSON.stringify([0, id, name, parameters]);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
  }

  private receive(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk]);
    for (;;) {
      const colon = this.received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.received.subarray(0, colon));
      if (this.received.length < end) return;
      const text = this.received.subarray(colon + 1, end).toString();
      this.received = this.received.subarray(end);
      this.handleReply(JSON.parse(text));
    }
  }

  private handleReply(message: unknown): void {
    // The first message is the greeting.
    const parsed = v.safeParse(ReplyMessage, message);
    if (!parsed.success) return;
    const [, id, error, result] = parsed.output;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === null) waiting?.resolve(result);
    else waiting?.reject(new Error(JSON.stringify(error).slice(0, 500)));
  }
}
