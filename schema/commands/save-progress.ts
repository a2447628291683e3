import { countOf } from '../count.ts';
import { endpoints } from '../endpoints.ts';
import { messages } from '../messages.ts';
import { ProgressInput } from '../progress.ts';
import { defineCommand } from './define-command.ts';
import { requestTo } from './editor-command.ts';

/** Saves completion and positions of lessons. */
export const saveProgress = defineCommand('progress.save', ProgressInput, {
  request: ({ args }) => requestTo(endpoints.saveProgress, {}, { body: args }),
  sentence: ({ entries }) => `Save your progress in ${countOf(entries.length, 'lesson')}`,
  failure: messages.replyUnreadable,
  record: () => 'progress',
});
