/*
 * Translators (Chrome, Edge, Yandex, extensions) replace texts of the page by elements of their own. React does not
 * know: it would fail to remove a text that has gone, and write its changes where nobody sees them
 * (github.com/facebook/react/issues/11538). Here a text is put back before React changes it. A translator takes it
 * for a new one, and translates it again. Part of every visit, so as short as can be.
 */

/** What was put beside a node, or in its place, when it was removed. */
const standIns = new WeakMap<Node, Node | null | undefined>();
const observer = new MutationObserver(note);

/** Called once, before React starts. */
export function guardTranslatedPage(): void {
  observer.observe(document, { childList: true, subtree: true });
  const { insertBefore, removeChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null) {
    let place = next;
    if (place) putBack(place);
    // A node that was moved into an element of the translator is found by that.
    while (place && place.parentNode !== this) place = place.parentNode;
    insertBefore.call(this, node, place);
    return node;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T) {
    putBack(node);
    if (node.parentNode) removeChild.call(node.parentNode, node);
    return node;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      putBack(this);
      nodeValue?.set?.call(this, text);
    },
  });
}

/** Puts a node back that was taken out of the page. */
function putBack(node: Node): void {
  if (node.parentNode) return;
  note(observer.takeRecords());
  const standIn = standIns.get(node);
  // React marks its own nodes.
  if (standIn && !Object.keys(standIn)[0]) standIn.parentNode?.replaceChild(node, standIn);
}

function note(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
    for (const node of removedNodes) standIns.set(node, addedNodes[0] ?? previousSibling ?? nextSibling);
}
