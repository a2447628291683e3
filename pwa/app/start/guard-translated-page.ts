/*
 * Translators (Chrome, Edge, Yandex, extensions) replace texts of the page by elements of their own. React does not
 * know: it would fail to remove a text that has gone, and write its changes where nobody sees them
 * (github.com/facebook/react/issues/11538). Here a text is put back before React changes it. A translator takes it
 * for a new one, and translates it again.
 */

interface Replacement {
  /** React's nodes, in the order of the page. */
  readonly originals: Node[];
  /** What the page shows instead. */
  readonly standIns: readonly Node[];
}

/** By each original and stand-in. */
const replacements = new WeakMap<Node, Replacement>();
const observer = new MutationObserver(noteReplacements);

/** Called once, before React starts. */
export function guardTranslatedPage(): void {
  observer.observe(document, { childList: true, subtree: true });
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');

  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T) {
    appendChild.call(this, node);
    putBack(node);
    return node;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null) {
    findBack(next, this);
    // A node that was moved into an element of the translator is found by that.
    let place = next;
    while (place && place.parentNode !== this) place = place.parentNode;
    insertBefore.call(this, node, place);
    // If it was moved, nothing is left in its old place.
    putBack(node);
    return node;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T) {
    findBack(node, this);
    if (node.parentNode !== null) removeChild.call(node.parentNode, node);
    return node;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      findBack(this, this.parentNode);
      nodeValue?.set?.call(this, text);
    },
  });
}

/** Puts back a node that is not where React left it. */
function findBack(node: Node | null, parent: Node | null): void {
  if (!node || (parent !== null && node.parentNode === parent)) return;
  noteReplacements(observer.takeRecords());
  putBack(node);
}

/** Puts back the replaced nodes among which a node is, if it is one of them. */
function putBack(node: Node): void {
  const replacement = replacements.get(node);
  if (replacement === undefined) return;
  const { originals, standIns } = replacement;
  for (const one of [...originals, ...standIns]) replacements.delete(one);
  const place = standIns.find(isPlaced);
  for (const original of originals) {
    if (!isPlaced(original)) place?.parentNode?.insertBefore(original, place);
  }
  for (const standIn of standIns) standIn.parentNode?.removeChild(standIn);
}

/** Finds what took the place of React's nodes: added with, shortly before, or right after their removal. */
function noteReplacements(records: readonly MutationRecord[]): void {
  const added = new Set<Node | null>();
  const gaps: MutationRecord[] = [];
  for (const record of records) {
    const { addedNodes, removedNodes, previousSibling, nextSibling } = record;
    const standIns = [...addedNodes].filter((node) => !isReacts(node));
    for (const node of standIns) added.add(node);
    const beside = [previousSibling, nextSibling].find(
      (node) => node && added.has(node) && !replacements.has(node),
    );
    const gap = gaps.at(-1);
    if (standIns.length > 0) {
      const isFilled = gap?.previousSibling === previousSibling && gap.nextSibling === nextSibling;
      replace(isFilled && gap ? gap.removedNodes : removedNodes, standIns);
    } else if (beside) replace(removedNodes, [beside]);
    else gaps.push(record);
  }
  // Several texts may be translated as one.
  for (const { removedNodes, previousSibling, nextSibling } of gaps) {
    const beside = [previousSibling, nextSibling].find((node) => node && added.has(node));
    if (beside) replace(removedNodes, [beside]);
  }
}

function replace(removed: Iterable<Node>, standIns: readonly Node[]): void {
  const [first] = standIns;
  if (!first) return;
  const replacement = replacements.get(first) ?? { originals: [], standIns };
  for (const original of removed) {
    if (isPlaced(original) || !isReacts(original) || replacements.get(original)?.standIns.some(isPlaced))
      continue;
    replacement.originals.push(original);
    for (const node of [original, ...standIns]) replacements.set(node, replacement);
  }
}

const isPlaced = (node: Node) => node.parentNode !== null;

/** React marks its nodes. */
const isReacts = (node: Node) => Object.keys(node).some((key) => key.startsWith('__react'));
