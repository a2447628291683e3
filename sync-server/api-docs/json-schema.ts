import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** The schema of a request. Rules that JSON Schema cannot express (an address’s host, a sum) are left out. */
export const inputSchema = (schema: v.GenericSchema): JsonSchema => print(schema, 'input');

/** The schema of a reply. */
export const outputSchema = (schema: v.GenericSchema): JsonSchema => print(schema, 'output');

function print(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...printed } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode,
  });
  return printed;
}
