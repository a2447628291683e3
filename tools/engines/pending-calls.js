/*
 * Runs in each page before its scripts: remembers which calls of the platform have not ended, so that a failure of the
 * journey can name what hangs. `__carrelPending()` lists them.
 */
(() => {
  const started = new Map();
  let last = 0;
  const begin = (what) => {
    last += 1;
    const id = last;
    started.set(id, {
      what,
      at: performance.now(),
      stack: new Error().stack.split('\n').slice(2, 9).join(' < '),
    });
    return () => started.delete(id);
  };
  const until = (promise, what) => {
    const end = begin(what);
    promise.then(end, end);
    return promise;
  };
  const wrapPromise = (object, name, label) => {
    const original = object[name];
    object[name] = function wrapped(...args) {
      return until(original.apply(this, args), label(...args));
    };
  };
  const shorten = (value) => String(value instanceof Request ? value.url : value).slice(0, 120);

  wrapPromise(globalThis, 'fetch', (input) => `fetch ${shorten(input)}`);
  for (const name of ['open', 'has', 'delete', 'keys', 'match'])
    wrapPromise(CacheStorage.prototype, name, (key) => `caches.${name} ${shorten(key)}`);
  for (const name of ['match', 'matchAll', 'put', 'delete', 'keys', 'add', 'addAll'])
    wrapPromise(Cache.prototype, name, (key) => `cache.${name} ${shorten(key)}`);
  for (const name of ['text', 'json', 'blob', 'arrayBuffer'])
    wrapPromise(Response.prototype, name, () => `response.${name}`);
  for (const name of ['arrayBuffer', 'text']) wrapPromise(Blob.prototype, name, () => `blob.${name}`);
  wrapPromise(ReadableStreamDefaultReader.prototype, 'read', () => 'reader.read');
  if ('storage' in navigator)
    for (const name of ['estimate', 'persist', 'persisted'])
      if (name in StorageManager.prototype)
        wrapPromise(StorageManager.prototype, name, () => `storage.${name}`);
  for (const name of ['digest']) wrapPromise(SubtleCrypto.prototype, name, () => `subtle.${name}`);

  const request = LockManager.prototype.request;
  LockManager.prototype.request = function wrapped(...args) {
    const work = args.pop();
    const [name] = args;
    const granted = begin(`waits for lock ${name}`);
    const result = request.call(this, ...args, (lock) => {
      granted();
      const ran = work(lock);
      return ran instanceof Promise
        ? until(ran, `holds lock ${name}${lock === null ? ' (not given)' : ''}`)
        : ran;
    });
    result.then(granted, granted);
    return result;
  };
  wrapPromise(LockManager.prototype, 'query', () => 'locks.query');

  for (const name of ['open', 'deleteDatabase']) {
    const original = IDBFactory.prototype[name];
    IDBFactory.prototype[name] = function wrapped(...args) {
      const opening = original.apply(this, args);
      const end = begin(`indexedDB.${name} ${args.join(' ')}`);
      opening.addEventListener('success', end);
      opening.addEventListener('error', end);
      return opening;
    };
  }
  wrapPromise(IDBFactory.prototype, 'databases', () => 'indexedDB.databases');
  const transaction = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function wrapped(tables, mode, ...rest) {
    const tx = transaction.call(this, tables, mode, ...rest);
    const end = begin(`transaction ${mode ?? 'readonly'} ${[tables].flat().join(',')}`);
    tx.addEventListener('complete', end);
    tx.addEventListener('abort', end);
    return tx;
  };
  const watchRequests = (prototype, names) => {
    for (const name of names) {
      const original = prototype[name];
      prototype[name] = function wrapped(...args) {
        const asked = original.apply(this, args);
        if (asked === null || asked === undefined) return asked;
        const end = begin(`idb ${this.name ?? this.source?.name ?? ''}.${name}`);
        asked.addEventListener('success', end);
        asked.addEventListener('error', end);
        return asked;
      };
    }
  };
  watchRequests(IDBObjectStore.prototype, [
    ...[
      'get',
      'getAll',
      'getAllKeys',
      'getKey',
      'count',
      'put',
      'add',
      'delete',
      'clear',
      'openCursor',
      'openKeyCursor',
    ],
  ]);
  watchRequests(IDBIndex.prototype, [
    'get',
    'getAll',
    'getAllKeys',
    'getKey',
    'count',
    'openCursor',
    'openKeyCursor',
  ]);

  const frames = { last: performance.now() };
  const frame = () => {
    frames.last = performance.now();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const ticks = { last: performance.now() };
  setInterval(() => {
    ticks.last = performance.now();
  }, 100);
  const lifecycle = [];
  for (const name of ['pageshow', 'pagehide', 'freeze', 'resume'])
    addEventListener(name, (event) =>
      lifecycle.push(`${name} ${Math.round(performance.now())} ${event.persisted}`),
    );

  // What a page left open when it was frozen in the back-forward cache, for the next page.
  addEventListener('pagehide', ({ persisted }) => {
    const open = [...started.values()].map(({ what, stack }) => `${what}  @ ${stack}`);
    sessionStorage.setItem('leftOpen', JSON.stringify({ address: location.href, persisted, open }));
  });

  globalThis.__carrelPending = () => {
    const now = performance.now();
    const age = (ms) => `${((now - ms) / 1_000).toFixed(1)} s`;
    return {
      age: age(0),
      frame: age(frames.last),
      tick: age(ticks.last),
      visibility: document.visibilityState,
      ready: document.readyState,
      lifecycle,
      leftOpen: JSON.parse(sessionStorage.getItem('leftOpen')),
      pending: [...started.values()].map(({ what, at, stack }) => `${age(at)} ${what}  @ ${stack}`),
    };
  };
})();
