import { statSync } from 'node:fs';
import type { TestSequencer, TestSpecification } from 'vitest/node';

/** Files of these projects take as long as a whole other project. */
const LONG = /^(simulation|mutant)/;

/**
 * Starts the longest test files first, so that short ones fill the cores at the end; by name, the simulation would
 * be last, and its last part would run alone. Files of a project stay together, because they share workers.
 */
export class LongestFirst implements TestSequencer {
  async shard(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return specifications;
  }

  async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = specifications.map((specification) => ({ specification, ...rankOf(specification) }));
    ranked.sort((a, b) => a.group - b.group || compare(a.name, b.name) || b.bytes - a.bytes);
    return ranked.map(({ specification }) => specification);
  }
}

function rankOf({ moduleId, project: { name } }: TestSpecification) {
  return { group: LONG.test(name) ? 0 : 1, name, bytes: statSync(moduleId).size };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
