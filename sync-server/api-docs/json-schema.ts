import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** What a caller may send. Rules that JSON Schema cannot say (an address’s host, a sum) are left out. */
export const inputSchema = (schema: v.GenericSchema): object => print(schema, 'input');

/** What a caller gets. */
export const outputSchema = (schema: v.GenericSchema): object => print(schema, 'output');

function print(schema: v.GenericSchema, typeMode: 'input' | 'output'): object {
  const { $schema: _, ...printed } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode,
  });
  return printed;
}
