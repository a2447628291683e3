import { endpoints } from '../endpoints/endpoints.ts';
import { ProgressInput } from '../learning/progress.ts';
import { countOf } from '../messages/count.ts';
import { messages } from '../messages/messages.ts';
import { always } from './define/after-restore.ts';
import { defineCommand } from './define/define-command.ts';
import { requestTo } from './define/editor-command.ts';

/** Saves completion and positions of lessons. */
export const saveProgress = defineCommand('progress.save', ProgressInput, {
  request: ({ args }) => requestTo(endpoints.saveProgress, {}, { body: args }),
  sentence: ({ entries }) => `Save your progress in ${countOf(entries.length, 'lesson')}`,
  failure: messages.replyUnreadable,
  record: () => 'progress',
  screen: ({ entries }) => ({ name: 'lesson', lessonId: entries.at(-1)?.lessonId ?? '' }),
  afterRestore: always,
});
