import * as v from 'valibot';
import { type Command, commandRequest } from '#schema/commands/all-commands.ts';
import { messages } from '#schema/messages/messages.ts';
import { UserFacingError } from '#schema/messages/user-facing-error.ts';

/** Fallback message for a field whose schema has none. */
const NO_SENTENCE = 'invalid';

/** An edit that the server would reject as invalid. `message` is a sentence for users. */
class InputError extends UserFacingError {
  override readonly name = 'InputError';
  /** The names of the invalid fields. */
  readonly fields: readonly string[];

  constructor(message: string, fields: readonly string[]) {
    super(message);
    this.fields = fields;
  }
}

/**
 * Validates an edit by the schema that the server uses, and returns it as the server will read it (trimmed,
 * rounded).
 *
 * @throws {InputError}
 */
export function parseEdit<Schema extends v.GenericSchema>(
  schema: Schema,
  input: v.InferInput<Schema>,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input, { message: NO_SENTENCE });
  if (parsed.success) return parsed.output;
  const { issues } = parsed;
  const sentence = issues.map(({ message }) => message).find((message) => message !== NO_SENTENCE);
  const fields = issues.map((issue) => v.getDotPath(issue)).filter((path) => path !== null);
  throw new InputError(sentence ?? messages.inputInvalid, [...new Set(fields)]);
}

/**
 * Throws for a command that the server would refuse for its size, while the edit is still on the screen.
 *
 * @throws {InputError}
 */
export function requireSize(command: Command): void {
  const { endpoint, body } = commandRequest(command);
  const bytes = body === undefined ? 0 : new TextEncoder().encode(JSON.stringify(body)).length;
  if (bytes > endpoint.bodyMaxBytes) throw new InputError(messages.bodyTooLarge, []);
}
