// idb.mjs: as much of IndexedDB as web/store.js uses, in memory, with faults on demand.

class Request {
  constructor(run) {
    this.run = run;
  }

  settle() {
    try {
      this.result = this.run();
    } catch (error) {
      this.error = error;
      this.onerror?.();
      return false;
    }
    this.onsuccess?.();
    return true;
  }
}

class Transaction {
  constructor(database, write) {
    this.database = database;
    this.write = write;
    this.requests = [];
    setTimeout(() => this.work());
  }

  objectStore(name) {
    const { factory } = this.database;
    const { keyPath, rows } = factory.stores.get(name);
    const request = (run) => {
      const made = new Request(run);
      this.requests.push(made);
      return made;
    };
    const writing = (run) =>
      request(() => {
        if (!this.write) throw new Error('this transaction only reads');
        if (factory.faults.write) throw new Error('the disk is full');
        run();
      });
    return {
      keyPath,
      get: (key) => request(() => structuredClone(rows.get(key))),
      getAll: () => request(() => [...rows.values()].map((row) => structuredClone(row))),
      put: (value, key) => writing(() => rows.set(keyPath ? value[keyPath] : key, structuredClone(value))),
      delete: (key) => writing(() => rows.delete(key)),
      clear: () => writing(() => rows.clear()),
    };
  }

  // Requests that are made while one is answered belong to the transaction too.
  work() {
    for (let request = this.requests.shift(); request; request = this.requests.shift()) {
      if (!request.settle()) {
        this.error = request.error;
        this.onabort?.();
        return;
      }
    }
    this.oncomplete?.();
  }
}

class Database {
  constructor(factory) {
    this.factory = factory;
  }

  createObjectStore(name, { keyPath } = {}) {
    this.factory.stores.set(name, { keyPath, rows: new Map() });
  }

  transaction(name, mode) {
    if (this.closed) throw new Error('the connection is closed');
    return new Transaction(this, mode === 'readwrite');
  }

  close() {
    this.closed = true;
  }
}

// faults: open (it is refused), write (nothing can be written).
export class Factory {
  constructor(faults = {}) {
    this.faults = faults;
    this.version = 0;
    this.stores = new Map();
    this.connections = [];
  }

  open(name, version) {
    const request = {};
    setTimeout(() => {
      if (this.faults.open || version < this.version) {
        request.error = new Error('the database cannot be opened');
        request.onerror();
        return;
      }
      request.result = new Database(this);
      this.connections.push(request.result);
      if (version > this.version) request.onupgradeneeded({ oldVersion: this.version });
      this.version = version;
      request.onsuccess();
    });
    return request;
  }
}
