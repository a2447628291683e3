import { isNode, type Node, parseCode } from './syntax.ts';

/** The kinds of code fragments, each with the surrounding code that makes it parse. */
const WRAPPERS = {
  expression: ['async () => (', ')'],
  statements: ['async () => {', '}'],
  properties: ['({', '})'],
  members: ['class C {', '}'],
  cases: ['async () => { switch (0) {', '} }'],
} as const satisfies Record<string, readonly [string, string]>;

/** In the order in which a fragment is read. */
export const FRAGMENT_KINDS = ['expression', 'statements', 'properties', 'members', 'cases'] as const;
export type FragmentKind = (typeof FRAGMENT_KINDS)[number];

export interface Fragment {
  readonly nodes: readonly Node[];
  /** Without what separates it from its neighbours, such as the comma of a property. */
  readonly code: string;
}

/** Parses a fragment; undefined if it is not of this kind. Only statements can be empty. */
export function parseFragment(kind: FragmentKind, code: string): Fragment | undefined {
  const [before, after] = WRAPPERS[kind];
  const whole = `${before}${code}${after}`;
  const tree = parseCode('fragment.ts', whole);
  if (tree === undefined) return undefined;
  const nodes = outermostIn(tree, before.length, before.length + code.length);
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return kind === 'statements' ? { nodes, code } : undefined;
  // An expression may begin or end with a parenthesis, which is not part of its node.
  return { nodes, code: kind === 'expression' ? code : whole.slice(first.start, last.end) };
}

/** The outermost nodes within a range of the code. */
function outermostIn(value: unknown, start: number, end: number): Node[] {
  if (isNode(value) && value.start >= start && value.end <= end) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((child) => outermostIn(child, start, end));
}
