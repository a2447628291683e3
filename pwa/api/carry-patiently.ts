import { BODY_BYTES_PER_MS, SILENCE_TIMEOUT_MS } from '#schema/limits.ts';
import { type Carried, isFromServer } from './api-response.ts';

const COMPRESSED_MIN_BYTES = 1_024;
const FIRST_ERROR_STATUS = 400;
const UNSUPPORTED_TYPE = 415;
const SERVER_ERROR = 500;

/** The server said that it reads compressed bodies (RFC 7694); an older one does not. */
let isGzipAccepted = false;
/** Until the page ends: here compressed bodies do not pass, or arrive damaged. */
let isGzipLost = false;
let underWay = 0;

/** Whether a request is under way that ends by itself when the connection goes silent. */
export const isCarrying = (): boolean => underWay > 0;

/**
 * Sends a request in the background, and reads its response: it ends after 30 s without a byte, however long
 * it takes in all. A browser does not report the progress of sending, so a body gets the time that it needs at
 * 8 kbit/s. Large bodies are compressed, unless something on the way does not pass them on as they are. Rejects without
 * a response.
 */
export async function carryPatiently(path: string, init: RequestInit): Promise<Carried> {
  const body = init.body instanceof Blob || typeof init.body === 'string' ? init.body : '';
  const compressed = isGzipAccepted && !isGzipLost ? await compress(body) : null;
  if (compressed === null) return carry(path, init, sizeOf(body));
  const headers = { ...init.headers, 'Content-Encoding': 'gzip' };
  const carried = await carry(path, { ...init, headers, body: compressed }, compressed.byteLength);
  const { status, headers: replied } = carried.response;
  const isUnread = status === UNSUPPORTED_TYPE || carried.text.includes('"malformed_json"');
  const isError = status >= FIRST_ERROR_STATUS && status < SERVER_ERROR;
  // A firewall may have refused the form. The caller's next attempt uses the other one.
  if (isUnread || (isError && !isFromServer((name) => replied.get(name)))) isGzipLost = true;
  return isUnread ? carry(path, init, sizeOf(body)) : carried;
}

const sizeOf = (body: Blob | string): number => (typeof body === 'string' ? body.length : body.size);

async function carry(path: string, init: RequestInit, bodyBytes: number): Promise<Carried> {
  const controller = new AbortController();
  const { signal } = init;
  const abort = () => controller.abort();
  const wait = (ms: number) => setTimeout(abort, ms);
  let timer = wait(SILENCE_TIMEOUT_MS + bodyBytes / BODY_BYTES_PER_MS);
  const note = () => {
    clearTimeout(timer);
    timer = wait(SILENCE_TIMEOUT_MS);
  };
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  underWay += 1;
  try {
    // Only a sign-in page of the network redirects a call.
    const response = await fetch(path, { ...init, redirect: 'manual', signal: controller.signal });
    note();
    if (/\bgzip\b/.test(response.headers.get('Accept-Encoding') ?? '')) isGzipAccepted = true;
    return { response, text: await readText(response, note) };
  } finally {
    underWay -= 1;
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function readText(response: Response, onBytes: () => void): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    onBytes();
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Null for a body that is small, and where the browser cannot compress. */
async function compress(body: Blob | string): Promise<ArrayBuffer | null> {
  if (sizeOf(body) < COMPRESSED_MIN_BYTES || !('CompressionStream' in globalThis)) return null;
  const stream = new Response(body).body?.pipeThrough(new CompressionStream('gzip'));
  return stream === undefined ? null : new Response(stream).arrayBuffer();
}
