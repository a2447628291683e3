/*
 * Where a browser blocks site data it may refuse channels between tabs too, as Firefox does, and Dexie opens one while
 * it is loaded: the screens that share its file would fail with it. Without the constructor it opens none.
 */
try {
  new BroadcastChannel('carrel').close();
} catch {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
}
