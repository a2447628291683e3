import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { ErrorBody } from '#schema/messages/error-body.ts';
import {
  HANDOVER_COOKIE,
  HISTORY_POSITION_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  PREFERENCE_APPLIED_HEADER,
  RECEIPT_HEADER,
  REQUEST_ID_HEADER,
  SEQUENCE_HEADER,
} from '#schema/protocol.ts';
import {
  bodyOf,
  codesOf,
  JSON_TYPE,
  parametersOf,
  refusalsOf,
  replySchemaOf,
  replyTypes,
  tagOf,
  tags,
} from './describe-call.ts';
import { outputSchema } from './json-schema.ts';

/** Returns the table of all calls as an OpenAPI 3.1 document. */
export function openapiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carrel',
      version: '1',
      summary: 'Courses that work offline',
      description: INTRODUCTION,
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        handover: { type: 'apiKey', in: 'cookie', name: HANDOVER_COOKIE },
      },
      schemas: { Error: outputSchema(ErrorBody) },
      headers: {
        RequestId: { description: 'The id of this request in the log', schema: { type: 'string' } },
        ETag: { description: 'The version of the returned row, in quotes', schema: { type: 'string' } },
        Receipt: {
          description: 'The Idempotency-Key of the stored receipt that this response repeats or created',
          schema: { type: 'string' },
        },
        Sequence: {
          description: 'The number of the last change of the database, with an ack',
          schema: { type: 'integer' },
        },
        Position: {
          description: 'The server’s signed position in its history, to be sent with later requests',
          schema: { type: 'string' },
        },
        Applied: { description: '“return=minimal” on a minimal response', schema: { type: 'string' } },
        Replayed: { description: '“true” on a repeat', schema: { type: 'string' } },
      },
    },
  };
}

/** Paragraphs, one a line; code is in backquotes. */
export const INTRODUCTION = `Every error is \`{error, code, requestId}\`: \`error\` is a sentence for users, \`code\` a stable identifier.
A command with an \`Idempotency-Key\` runs once, even if it is sent again; its first response is stored for 90 days.
Edits honour \`If-Match\` with a version in quotes: 412 returns the current row in \`current\`.
Sign-in with two steps returns 401 with the code \`second_factor_required\` first, with the factors of the account in \`secondFactor\`; repeat the request with a code in \`secondFactor\` or the signature of a passkey in \`passkey\`.
An account with a required step (\`password_change_required\`, \`second_factor_setup_required\`) gets 403 for every other call until it is done; such a refusal stores no receipt. An ended session returns 401 with \`WWW-Authenticate: Bearer\`; a wrong password returns 401 without it.`;

function operationOf(name: string, endpoint: Endpoint): object {
  const isOpen = endpoint.caller === 'anyone';
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    security: endpoint.isPageOnly ? [{ handover: [] }] : isOpen ? [] : [{ session: [] }],
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint),
    responses: {
      200: {
        description: 'Done',
        headers: headersOf(endpoint),
        content: {
          [replyTypes[endpoint.reply]]: { schema: replySchemaOf(endpoint) },
        },
      },
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, refusal(status)])),
    },
  };
}

function requestBodyOf(endpoint: Endpoint): object {
  const body = bodyOf(endpoint);
  if (body === null) return {};
  return { requestBody: { required: true, content: { [body.type]: { schema: body.schema } } } };
}

function headersOf(endpoint: Endpoint): object {
  const to = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return {
    [REQUEST_ID_HEADER]: to('RequestId'),
    ...(endpoint.isVersioned || endpoint.method === 'GET' ? { ETag: to('ETag') } : {}),
    ...(endpoint.minimal === null ? {} : { [PREFERENCE_APPLIED_HEADER]: to('Applied') }),
    ...(endpoint.isCommand
      ? {
          [RECEIPT_HEADER]: to('Receipt'),
          [IDEMPOTENCY_REPLAYED_HEADER]: to('Replayed'),
          [HISTORY_POSITION_HEADER]: to('Position'),
          [SEQUENCE_HEADER]: to('Sequence'),
        }
      : {}),
  };
}

function refusal(status: number): object {
  return {
    description: `One of ${codesOf(status).join(', ')}`,
    content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } },
  };
}
