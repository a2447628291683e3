/** localStorage as one tab uses it: the other tabs of the device are told what it changed. */
export function storageOfTab(shared: Storage, notifyOthers: (key: string | null) => void): Storage {
  return {
    get length() {
      return shared.length;
    },
    key: (at) => shared.key(at),
    getItem: (key) => shared.getItem(key),
    setItem: (key, value) => {
      shared.setItem(key, value);
      notifyOthers(key);
    },
    removeItem: (key) => {
      shared.removeItem(key);
      notifyOthers(key);
    },
    clear: () => {
      shared.clear();
      notifyOthers(null);
    },
  };
}
