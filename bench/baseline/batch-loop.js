// The least that sends queued edits from a device: rows in IndexedDB, a hundred at a time to the server, and what
// it answered is on the disk before the next hundred leave.
const AT_ONCE = 100;

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const ended = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });

async function open() {
  const openRequest = indexedDB.open('baseline', 1);
  openRequest.onupgradeneeded = () => {
    openRequest.result.createObjectStore('queue', { keyPath: 'order', autoIncrement: true });
    openRequest.result.createObjectStore('rows', { keyPath: 'path' });
  };
  return done(openRequest);
}

const write = (db) => db.transaction(['queue', 'rows'], 'readwrite', { durability: 'strict' });

/** Queues requests. */
globalThis.fill = async (requests) => {
  const transaction = write(await open());
  for (const request of requests) transaction.objectStore('queue').add({ request });
  await ended(transaction);
};

/** Sends all that is queued and answers how many milliseconds that took. */
globalThis.replay = async () => {
  const db = await open();
  const startedMs = performance.now();
  for (;;) {
    const rows = await done(db.transaction('queue').objectStore('queue').getAll(null, AT_ONCE));
    if (rows.length === 0) return performance.now() - startedMs;
    const reply = await fetch('/api/batch', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ requests: rows.map(({ request }) => request) }),
    });
    const { responses } = await reply.json();
    const transaction = write(db);
    for (const [i, { order, request }] of rows.entries()) {
      transaction.objectStore('rows').put({ path: request.path, ...responses[i].body });
      transaction.objectStore('queue').delete(order);
    }
    await ended(transaction);
  }
};
