import * as v from 'valibot';
import { ErrorBody } from '#schema/messages/error-body.ts';
import type { Person } from './people.ts';

/** A test's request to the server. */
export interface RequestOptions {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly as?: Person;
  /** The Idempotency-Key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A reply that was read completely; of an endless stream, only its head. */
export class TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;

  private constructor(response: Response, bytes: Uint8Array) {
    this.status = response.status;
    this.headers = response.headers;
    this.bytes = bytes;
  }

  static async of(response: Response): Promise<TestResponse> {
    if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return new TestResponse(response, new Uint8Array());
    }
    return new TestResponse(response, new Uint8Array(await response.arrayBuffer()));
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  /** The body, parsed by the given schema. */
  read<Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> {
    return v.parse(schema, JSON.parse(this.text));
  }

  /** The body of an error. */
  get refusal(): ErrorBody {
    return this.read(ErrorBody);
  }

  header(name: string): string | null {
    return this.headers.get(name);
  }
}

/** The init of a request. A body without a method is a POST. */
export function toRequestInit(options: RequestOptions = {}): RequestInit {
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  return {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(options.as === undefined ? {} : { Authorization: `Bearer ${options.as.token}` }),
      ...(options.key === undefined ? {} : { 'Idempotency-Key': options.key }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}
