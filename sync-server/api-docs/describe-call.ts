import type { JsonSchema } from '@valibot/to-json-schema';
import { type Endpoint, noInput, type ReplyKind } from '#schema/endpoints/endpoint.ts';
import { Id, IdempotencyKey } from '#schema/id.ts';
import { errorCodes } from '#schema/messages/errors.ts';
import { HANDOVER_HEADER, IDEMPOTENCY_KEY_HEADER, PREFER_HEADER, PREFER_MINIMAL } from '#schema/protocol.ts';
import { inputSchema, outputSchema } from './json-schema.ts';

export const JSON_TYPE = 'application/json';

/** Media types. */
export const replyTypes: Readonly<Record<ReplyKind, string>> = {
  json: JSON_TYPE,
  events: 'text/event-stream',
  csv: 'text/csv',
  zip: 'application/zip',
};

/** The parts of the table. */
export const tags = ['everybody', 'signed in', 'admin'] as const;

/** The part of a call: everybody, signed-in users of all kinds, or admins. */
export function tagOf({ caller }: Endpoint): (typeof tags)[number] {
  if (caller === 'anyone') return 'everybody';
  return caller === 'admin' ? 'admin' : 'signed in';
}

/** A parameter as OpenAPI has it. */
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description?: string;
  readonly schema: JsonSchema;
}

const PREFER_DESCRIPTION =
  'The response contains the row’s own fields, without the rows inside it and without HTML that is stored as it was sent';

/** The schema of the reply to a call that succeeds. */
export function replySchemaOf({ output, minimal }: Endpoint): JsonSchema {
  if (minimal === null || minimal === output) return outputSchema(output);
  return { anyOf: [outputSchema(output), outputSchema(minimal)] };
}

/** The parameters of a call: in its path, its query and its headers. */
export function parametersOf(endpoint: Endpoint): Parameter[] {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const header = (name: string, schema: JsonSchema, description: string): Parameter => ({
    name,
    in: 'header',
    description,
    schema,
  });
  return [
    ...names.map((name): Parameter => ({ name, in: 'path', required: true, schema: inputSchema(Id) })),
    ...Object.entries(endpoint.query).map(([name, description]): Parameter => {
      return { name, in: 'query', description, schema: { type: 'string' } };
    }),
    ...(endpoint.isPageOnly
      ? [header(HANDOVER_HEADER, { type: 'string' }, 'Any value; the Origin header must be the server’s own')]
      : []),
    ...(endpoint.isCommand
      ? [
          header(
            IDEMPOTENCY_KEY_HEADER,
            inputSchema(IdempotencyKey),
            'Runs the command once, even if it is sent again',
          ),
        ]
      : []),
    ...(endpoint.minimal === null
      ? []
      : [header(PREFER_HEADER, { type: 'string', examples: [PREFER_MINIMAL] }, PREFER_DESCRIPTION)]),
    ...(endpoint.isVersioned
      ? [
          header(
            'If-Match',
            { type: 'string', examples: ['"3"'] },
            'The row version that the edit is based on',
          ),
        ]
      : []),
  ];
}

/** The body that a call needs, with its media type; null: none. */
export function bodyOf({ body, input }: Endpoint): { type: string; schema: JsonSchema } | null {
  if (body === 'multipart') {
    const file: JsonSchema = { type: 'string', format: 'binary' };
    return { type: 'multipart/form-data', schema: { type: 'object', properties: { file } } };
  }
  return input === noInput ? null : { type: JSON_TYPE, schema: inputSchema(input) };
}

/** The statuses with which a call may be refused. */
export function refusalsOf(endpoint: Endpoint): number[] {
  const hasBody = endpoint.body === 'multipart' || endpoint.input !== noInput;
  const statuses = [
    ...(hasBody || endpoint.isCommand || Object.keys(endpoint.query).length > 0 ? [400] : []),
    ...(hasBody ? [413, 415] : []),
    ...(endpoint.caller === 'anyone' ? [] : [401]),
    ...(endpoint.isPageOnly ? [403] : []),
    ...(endpoint.caller === 'anyone' || (endpoint.caller === 'signedIn' && endpoint.isSetUp) ? [] : [403]),
    ...(endpoint.path.includes(':') ? [404] : []),
    ...(endpoint.isCommand ? [409, 422] : []),
    ...(endpoint.path.startsWith('/api/auth/second-factor') && hasBody ? [409] : []),
    ...(endpoint.query.cursor === undefined ? [] : [410]),
    ...(endpoint.isVersioned ? [412] : []),
    ...(endpoint.path.startsWith('/api/auth/') && hasBody ? [401, 429] : []),
  ];
  return [...new Set(statuses)].sort();
}

/** The codes that a refusal with this status may have in any call. */
export const codesOf = (status: number): string[] =>
  Object.entries(errorCodes)
    .filter(([, known]) => known.status === status)
    .map(([code]) => code);
