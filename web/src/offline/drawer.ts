/** Rows of this browser's tables in IndexedDB: a row is there for good before anyone is told of it. */

const ROWS = "rows";

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

function written(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onerror = change.onabort = () => reject(change.error ?? new Error("IndexedDB"));
  });
}

export class Drawer {
  private constructor(private readonly database: IDBDatabase) {}

  static async opened(): Promise<Drawer> {
    const request = indexedDB.open("igroteka", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ROWS);
    return new Drawer(await done(request));
  }

  all(): Promise<string[]> {
    return done(this.database.transaction(ROWS).objectStore(ROWS).getAll() as IDBRequest<string[]>);
  }

  keep(table: string, number: number, text: string): Promise<void> {
    const change = this.database.transaction(ROWS, "readwrite", { durability: "strict" });
    change.objectStore(ROWS).put(text, [table, number]);
    return written(change);
  }

  forget(table: string): Promise<void> {
    const change = this.database.transaction(ROWS, "readwrite", { durability: "strict" });
    change.objectStore(ROWS).delete(IDBKeyRange.bound([table], [table, []]));
    return written(change);
  }
}
