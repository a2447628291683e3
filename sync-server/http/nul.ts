import { serverMessages } from '#schema/messages/server-messages.ts';
import { ApiError } from './reply/api-error.ts';

/** The refusal of a text with U+0000: PostgreSQL cannot store it, and on SQLite it would never move there. */
export const unstorableTextError = (): ApiError =>
  new ApiError('invalid_input', { message: serverMessages.nulInvalid });
