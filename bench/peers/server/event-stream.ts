const encoder = new TextEncoder();

/** Open event streams of devices. */
export class EventStreams {
  readonly #open = new Set<ReadableStreamDefaultController<Uint8Array>>();

  /** Opens a stream as the response of a request. */
  respond(): Response {
    let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
    const body = new ReadableStream<Uint8Array>({
      start: (opened) => {
        controller = opened;
        this.#open.add(opened);
        opened.enqueue(encoder.encode(': open\n\n'));
      },
      cancel: () => {
        if (controller !== null) this.#open.delete(controller);
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  send(message: unknown): void {
    const bytes = encoder.encode(`data: ${JSON.stringify(message)}\n\n`);
    for (const controller of this.#open) controller.enqueue(bytes);
  }
}
