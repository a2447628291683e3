import { isNode, isSameSyntax, type Node } from './syntax.ts';

/** Where a fragment is in a file. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** Whether it is in a list, such as the statements of a block, where any number of nodes can replace it. */
  readonly isListed: boolean;
}

/**
 * Finds every run of siblings that is equal to the nodes of a fragment.
 *
 * @param within the name of a function, method or other declaration; undefined: the whole tree
 */
export function findPlaces(tree: Node, nodes: readonly Node[], within: string | undefined): Place[] {
  const rest = within !== undefined && isNamed(tree, within) ? undefined : within;
  return Object.values(tree).flatMap((value: unknown) => {
    const isListed = Array.isArray(value);
    const siblings: readonly unknown[] = isListed ? value : [value];
    const own = rest === undefined ? runsIn(siblings, nodes).map((run) => ({ ...run, isListed })) : [];
    return [...own, ...siblings.filter(isNode).flatMap((child) => findPlaces(child, nodes, rest))];
  });
}

/** Runs of siblings that are equal to the nodes. */
function runsIn(siblings: readonly unknown[], nodes: readonly Node[]): { start: number; end: number }[] {
  return siblings.flatMap((first, at) => {
    const last = siblings[at + nodes.length - 1];
    if (!isNode(first) || !isNode(last)) return [];
    const isRun = nodes.every((node, index) => isSameSyntax(node, siblings[at + index]));
    return isRun ? [{ start: first.start, end: last.end }] : [];
  });
}

/** Whether a node declares a name: `function name`, `const name =`, `name() {}` or `name: …`. */
function isNamed(node: Node, name: string): boolean {
  const declared = 'id' in node ? node.id : 'key' in node ? node.key : null;
  return isNode(declared) && 'name' in declared && declared.name === name;
}
