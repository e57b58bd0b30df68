/**
 * Records the texts that a function reads of its data: every text value that it gets, and every key that it gets or
 * lists. A deterministic function does not depend on a text that it does not read.
 */
export function readingTexts<Data extends object>(data: Data): { data: Data; read: ReadonlySet<string> } {
  const read = new Set<string>();
  const wrapped = new WeakMap<object, object>();
  const given = (value: unknown): unknown => {
    if (typeof value === 'string') read.add(value);
    return typeof value === 'object' && value !== null ? wrap(value) : value;
  };
  const wrap = (target: object): object => {
    const known = wrapped.get(target);
    if (known !== undefined) return known;
    const proxy = new Proxy(target, {
      get(of, key, receiver) {
        if (typeof key === 'string') read.add(key);
        return given(Reflect.get(of, key, receiver) as unknown);
      },
      has(of, key) {
        if (typeof key === 'string') read.add(key);
        return Reflect.has(of, key);
      },
      ownKeys(of) {
        const keys = Reflect.ownKeys(of);
        for (const key of keys) if (typeof key === 'string') read.add(key);
        return keys;
      },
      getOwnPropertyDescriptor(of, key) {
        if (typeof key === 'string') read.add(key);
        const found = Reflect.getOwnPropertyDescriptor(of, key);
        return found === undefined ? undefined : { ...found, value: given(found.value) };
      },
    });
    wrapped.set(target, proxy);
    return proxy;
  };
  return { data: wrap(data) as Data, read };
}
