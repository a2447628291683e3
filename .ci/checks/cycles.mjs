/**
 * Finds import cycles of files: one shortest cycle for each strongly connected group of two or more (Tarjan
 * 1972).
 * @param {{ from: string, to: string }[]} imports
 * @returns {string[][]} the files of each cycle; the first one is repeated at the end.
 */
export function findCycles(imports) {
  const targets = new Map();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  return findGroups(targets).map((group) => shortestCycle(group, targets));
}

function findGroups(targets) {
  const groups = [];
  const places = new Map();
  const lowest = new Map();
  const stack = [];
  const visit = (file) => {
    places.set(file, places.size);
    lowest.set(file, places.get(file));
    stack.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!places.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== places.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) groups.push(new Set(group));
  };
  for (const file of targets.keys()) if (!places.has(file)) visit(file);
  return groups;
}

function shortestCycle(group, targets) {
  const [start] = [...group].sort();
  const paths = [[start]];
  const seen = new Set();
  for (const path of paths) {
    for (const target of targets.get(path.at(-1)) ?? []) {
      if (target === start) return [...path, start];
      if (!group.has(target) || seen.has(target)) continue;
      seen.add(target);
      paths.push([...path, target]);
    }
  }
  return [...group];
}
