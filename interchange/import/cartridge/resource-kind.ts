import type { ManifestResource } from '../manifest/read-manifest.ts';

export type ResourceKind = 'content' | 'link' | 'topic' | 'assignment' | 'quiz' | 'tool' | 'other';

/** Beginnings of types; the versions of Common Cartridge differ in what follows. */
const KINDS: readonly (readonly [string, ResourceKind])[] = [
  ['webcontent', 'content'],
  ['associatedcontent/', 'content'],
  ['imswl_', 'link'],
  ['imsdt_', 'topic'],
  ['assignment_', 'assignment'],
  ['imsqti', 'quiz'],
  ['assessment/x-bb-qti-', 'quiz'],
  ['d2lquiz', 'quiz'],
  ['d2lsurvey', 'quiz'],
  ['imsbasiclti_', 'tool'],
  ['imslti', 'tool'],
];

/** Canvas' banks of questions are files like any other, by their type. */
const CANVAS_BANK = /\.xml\.qti$/i;

/** Whether a resource is a bank of questions, from which quizzes draw. */
export const isBank = ({ type, href }: ManifestResource): boolean =>
  CANVAS_BANK.test(href) || /^imsqti.*\/question-bank$|\/x-bb-qti-pool$|^d2lquestionlibrary$/.test(type);

export const isAssessment = (resource: ManifestResource): boolean =>
  kindOf(resource) === 'quiz' && !isBank(resource);

/** What a resource is, by its type. */
export const kindOf = (resource: ManifestResource): ResourceKind =>
  isBank(resource) ? 'quiz' : (KINDS.find(([start]) => resource.type.startsWith(start))?.[1] ?? 'other');
