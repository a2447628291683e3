import * as v from 'valibot';
import { defineEntity } from './entity.ts';

/**
 * The questions of a lesson that are answered together. `attemptsMax` null: any number. `isShuffled` and `isRequired`
 * are 0 or 1, as the history and both databases store them. `position` is a fractional key among those of the lesson.
 */
export const quizEntity = defineEntity(
  'quiz',
  {
    title: v.string(),
    passPercent: v.number(),
    attemptsMax: v.nullable(v.number()),
    scoreRule: v.picklist(['best', 'last']),
    isShuffled: v.picklist([0, 1]),
    release: v.picklist(['score', 'answers']),
    isRequired: v.picklist([0, 1]),
    position: v.string(),
  },
  {
    title: { label: 'title', merge: 'ask', input: 'text', max: 300 },
    passPercent: { label: 'percentage to pass', merge: 'ask', input: 'value', max: 100 },
    attemptsMax: { label: 'number of attempts', merge: 'ask', input: 'value', max: 100 },
    scoreRule: { label: 'score that counts', merge: 'ask', input: 'value' },
    isShuffled: { label: 'order of the questions', merge: 'ask', input: 'value' },
    release: { label: 'release of the answers', merge: 'ask', input: 'value' },
    isRequired: { label: 'requirement', merge: 'ask', input: 'value' },
    position: { label: 'place', merge: 'mine', input: null },
  },
  {
    passPercent: 60,
    attemptsMax: null,
    scoreRule: 'best',
    isShuffled: 0,
    release: 'answers',
    isRequired: 0,
  },
);

export const QuizFields = quizEntity.changes;
export type QuizFields = v.InferOutput<typeof QuizFields>;
