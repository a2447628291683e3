import * as v from 'valibot';
import { SupportInput } from '../account/support.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { messages } from '../messages/messages.ts';
import { always } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { requestTo } from './define/editor-command.ts';

const EXCERPT_MAX_CHARACTERS = 60;

/**
 * Sends a message to support. The command's id is the request's: the server acknowledges a key only when it
 * names the stored request.
 */
export const requestSupport = defineCommand('support.request', v.omit(SupportInput, ['id']), {
  request: ({ id, args }) => requestTo(endpoints.requestSupport, {}, { body: { ...args, id } }),
  sentence: ({ message }) => `Contact support: “${excerpt(message)}”`,
  failure: messages.supportFailed,
  record: ({ id }) => `support/${id}`,
  screen: () => ({ name: 'support' }),
  afterRestore: always,
});

function excerpt(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  if (characters.length <= EXCERPT_MAX_CHARACTERS) return characters.join('');
  return `${characters.slice(0, EXCERPT_MAX_CHARACTERS).join('').trimEnd()}…`;
}
