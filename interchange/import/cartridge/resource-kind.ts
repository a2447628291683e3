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
  ['imsbasiclti_', 'tool'],
  ['imslti', 'tool'],
];

/** What a resource is, by its type. */
export const kindOf = ({ type }: ManifestResource): ResourceKind =>
  KINDS.find(([start]) => type.startsWith(start))?.[1] ?? 'other';
