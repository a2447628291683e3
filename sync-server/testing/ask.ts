import * as v from 'valibot';
import { ErrorBody } from '#schema/error-body.ts';
import type { Person } from './people.ts';

/** A test's request to the server. */
export interface Asked {
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

/** A response that was read completely; of an endless stream, only its head. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;

  private constructor(response: Response, bytes: Uint8Array) {
    this.status = response.status;
    this.headers = response.headers;
    this.bytes = bytes;
  }

  static async of(response: Response): Promise<Answer> {
    if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return new Answer(response, new Uint8Array());
    }
    return new Answer(response, new Uint8Array(await response.arrayBuffer()));
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
export function toRequest(asked: Asked = {}): RequestInit {
  const body = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
  return {
    method: asked.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(asked.as === undefined ? {} : { Authorization: `Bearer ${asked.as.token}` }),
      ...(asked.key === undefined ? {} : { 'Idempotency-Key': asked.key }),
      ...asked.headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}
