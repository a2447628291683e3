import { findPlaces, type Place } from './find-places.ts';
import { FRAGMENT_KINDS, type Fragment, type FragmentKind, parseFragment } from './fragment.ts';
import type { Mutant } from './mutant.ts';
import { type Node, parseCode } from './syntax.ts';

/**
 * Returns the code of the mutant's file with the defect.
 *
 * @throws {Error} unless the code that it replaces is in exactly one place
 */
export function plantMutant(name: string, mutant: Mutant, code: string): string {
  const tree = parseCode(mutant.file, code);
  if (tree === undefined) throw new Error(`${mutant.file} cannot be parsed`);
  const { kind, places } = locate(tree, mutant);
  const [place] = places;
  if (place === undefined || places.length > 1) {
    const where = mutant.in === undefined ? mutant.file : `${mutant.in} of ${mutant.file}`;
    throw new Error(`The code of the mutant "${name}" is in ${places.length} places of ${where}, not in one`);
  }
  const replacement = parseFragment(kind, mutant.is);
  if (replacement === undefined) {
    throw new Error(`The mutant "${name}" of ${mutant.file} replaces its code by code of another kind`);
  }
  return code.slice(0, place.start) + enclose(kind, replacement, place) + code.slice(place.end);
}

interface Located {
  readonly kind: FragmentKind;
  readonly places: readonly Place[];
}

/** Where the code is, read as an expression, or else as statements and so on. */
function locate(tree: Node, { was, in: within }: Mutant): Located {
  const readings = FRAGMENT_KINDS.map((kind): Located => {
    const nodes = parseFragment(kind, was)?.nodes ?? [];
    return { kind, places: nodes.length === 0 ? [] : findPlaces(tree, nodes, within) };
  });
  return readings.find(({ places }) => places.length > 0) ?? { kind: 'expression', places: [] };
}

/** The new code, as one node where only one fits. */
function enclose(kind: FragmentKind, { code, nodes }: Fragment, { isListed }: Place): string {
  if (kind === 'expression') return `(${code})`;
  return kind === 'statements' && nodes.length !== 1 && !isListed ? `{ ${code} }` : code;
}
