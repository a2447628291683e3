import { type Endpoint, noInput, type ReplyKind } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { Id, IdempotencyKey } from '#schema/id.ts';
import { ErrorBody } from '#schema/messages/error-body.ts';
import { errorCodes } from '#schema/messages/errors.ts';
import {
  HANDOVER_COOKIE,
  HANDOVER_HEADER,
  HISTORY_POSITION_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  PREFER_HEADER,
  PREFER_MINIMAL,
  PREFERENCE_APPLIED_HEADER,
  RECEIPT_HEADER,
  REQUEST_ID_HEADER,
} from '#schema/protocol.ts';
import { inputSchema, outputSchema } from './json-schema.ts';

const JSON_TYPE = 'application/json';
const replyTypes: Readonly<Record<ReplyKind, string>> = {
  json: JSON_TYPE,
  events: 'text/event-stream',
  csv: 'text/csv',
  zip: 'application/zip',
};

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
    tags: [{ name: 'everybody' }, { name: 'signed in' }, { name: 'admin' }],
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

const INTRODUCTION = `Every error is \`{error, code, requestId}\`: \`error\` is a sentence for users, \`code\` a stable identifier.
A command with an \`Idempotency-Key\` runs once, even if it is sent again; its first response is stored for 90 days.
Edits honour \`If-Match\` with a version in quotes: 412 returns the current row in \`current\`.
Sign-in with two steps returns 401 with the code \`second_factor_required\` first, with the factors of the account in \`secondFactor\`; repeat the request with a code in \`secondFactor\` or the signature of a passkey in \`passkey\`.
An account with a required step (\`password_change_required\`, \`second_factor_setup_required\`) gets 403 for every other call until it is done; such a refusal stores no receipt. An ended session returns 401 with \`WWW-Authenticate: Bearer\`; a wrong password returns 401 without it.`;

function operationOf(name: string, endpoint: Endpoint): object {
  const isOpen = endpoint.caller === 'anyone';
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [isOpen ? 'everybody' : endpoint.caller === 'admin' ? 'admin' : 'signed in'],
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
      ...refusalsOf(endpoint),
    },
  };
}

const PREFER_DESCRIPTION =
  'The response contains the row’s own fields, without the rows inside it and without HTML that is stored as it was sent';

function replySchemaOf({ output, minimal }: Endpoint): object {
  if (minimal === null || minimal === output) return outputSchema(output);
  return { anyOf: [outputSchema(output), outputSchema(minimal)] };
}

function parametersOf(endpoint: Endpoint): object[] {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const header = (name: string, schema: object, description: string) => ({
    name,
    in: 'header',
    description,
    schema,
  });
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: inputSchema(Id) })),
    ...Object.entries(endpoint.query).map(([name, description]) => {
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

function requestBodyOf(endpoint: Endpoint): object {
  if (endpoint.body === 'multipart') {
    const schema = { type: 'object', properties: { file: { type: 'string', format: 'binary' } } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (endpoint.input === noInput) return {};
  return {
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: inputSchema(endpoint.input) } } },
  };
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
        }
      : {}),
  };
}

/** The errors of a call, each with the codes that this status may have in any call. */
function refusalsOf(endpoint: Endpoint): Record<string, object> {
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
  return Object.fromEntries(statuses.map((status) => [status, refusal(status)]));
}

function refusal(status: number): object {
  const codes = Object.entries(errorCodes).filter(([, known]) => known.status === status);
  return {
    description: `One of ${codes.map(([code]) => code).join(', ')}`,
    content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } },
  };
}
