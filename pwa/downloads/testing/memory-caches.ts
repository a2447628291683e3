interface Stored {
  readonly blob: Blob;
  readonly headers: Headers;
}

/** Cache Storage in memory, as far as downloads use it: whole responses by address, and a disk that can be full. */
export class MemoryCaches {
  /** Free bytes; storing more fails like a full disk. */
  freeBytes = Number.POSITIVE_INFINITY;
  /** Called between two changes, where a browser may be killed: it removes an entry before it replaces it. */
  onChange: () => Promise<void> = async () => undefined;
  private readonly stores = new Map<string, Map<string, Stored>>();

  async has(name: string): Promise<boolean> {
    return this.stores.has(name);
  }

  async delete(name: string): Promise<boolean> {
    return this.stores.delete(name);
  }

  async keys(): Promise<string[]> {
    return [...this.stores.keys()];
  }

  async open(name: string) {
    const store = this.stores.get(name) ?? new Map<string, Stored>();
    this.stores.set(name, store);
    return {
      match: async (url: string) => {
        const stored = store.get(url);
        return stored && new Response(stored.blob, { headers: stored.headers });
      },
      put: async (url: string, response: Response) => {
        const blob = await response.blob();
        const grown = blob.size - (store.get(url)?.blob.size ?? 0);
        if (grown > this.freeBytes) throw new DOMException('The disk is full', 'QuotaExceededError');
        this.freeBytes -= grown;
        store.delete(url);
        await this.onChange();
        store.set(url, { blob, headers: new Headers(response.headers) });
        await this.onChange();
      },
      delete: async (url: string) => store.delete(url),
      keys: async () =>
        [...store.keys()].map((url) => ({ url: new URL(url, 'https://carrel.example').href })),
    };
  }

  /** Empties the disk. */
  clear(): void {
    this.stores.clear();
  }

  /** The addresses of all entries of one cache. */
  list(name: string): string[] {
    return [...(this.stores.get(name)?.keys() ?? [])];
  }

  /** Simulates a browser that evicts or truncates a file. */
  async damage(name: string, url: string, blob: Blob | null): Promise<void> {
    const stored = this.stores.get(name)?.get(url);
    if (blob === null) this.stores.get(name)?.delete(url);
    else if (stored !== undefined) this.stores.get(name)?.set(url, { ...stored, blob });
  }
}
