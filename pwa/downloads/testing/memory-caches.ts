/** Cache Storage in memory, as far as downloads use it: whole responses by address, and a disk that can be full. */
export class MemoryCaches {
  /** Bytes that still fit; storing more fails as a full disk does. */
  roomBytes = Number.POSITIVE_INFINITY;
  private readonly stores = new Map<string, Map<string, Blob>>();

  async has(name: string): Promise<boolean> {
    return this.stores.has(name);
  }

  async delete(name: string): Promise<boolean> {
    return this.stores.delete(name);
  }

  async open(name: string) {
    const store = this.stores.get(name) ?? new Map<string, Blob>();
    this.stores.set(name, store);
    return {
      match: async (url: string) => {
        const blob = store.get(url);
        return blob && new Response(blob);
      },
      put: async (url: string, response: Response) => {
        const blob = await response.blob();
        if (blob.size > this.roomBytes) throw new DOMException('The disk is full', 'QuotaExceededError');
        this.roomBytes -= blob.size;
        store.set(url, blob);
      },
      delete: async (url: string) => store.delete(url),
    };
  }

  /** What a browser does that cleans up, or cuts a file short. */
  async damage(name: string, url: string, blob: Blob | null): Promise<void> {
    if (blob === null) this.stores.get(name)?.delete(url);
    else this.stores.get(name)?.set(url, blob);
  }
}
