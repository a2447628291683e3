import { syncEndpoints } from '#schema/endpoints/sync-endpoints.ts';

/** The server sends a heartbeat every 25 s; a connection that is silent for longer is dead. */
const SILENCE_MS = 60_000;

export interface EventStream {
  readonly token: string;
  readonly signal: AbortSignal;
  /** Called for every event, with its data. */
  onEvent(data: string): void;
}

/**
 * Follows the server's events until the stream ends, the connection goes silent or `signal` fires. Never
 * rejects. Uses `fetch`, because EventSource cannot send the token.
 */
export async function followEvents({ token, signal, onEvent }: EventStream): Promise<void> {
  const own = new AbortController();
  const abort = () => own.abort();
  signal.addEventListener('abort', abort);
  let timer = setTimeout(abort, SILENCE_MS);
  try {
    for await (const line of readLines(await open(token, own.signal), own.signal)) {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
      if (line.startsWith('data:')) onEvent(line.slice('data:'.length).trim());
    }
  } catch {
    // The connection broke, or the request was aborted.
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

async function open(token: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${token}` };
  const { method, path } = syncEndpoints.events;
  const init = { method, headers, signal, credentials: 'include', redirect: 'manual' } as const;
  const response = await fetch(`${path}?with=changes`, init);
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
  if (!response.ok || !isStream || response.body === null) throw new Error('No events here');
  return response.body;
}

async function* readLines(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel);
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
