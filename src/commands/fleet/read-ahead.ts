/**
 * Reads items in their order: yields each with its value, while others after it are read.
 * @param ahead how many are read besides the one that was yielded
 * @param read must not reject: a value that is read ahead is not awaited once the reader stops
 */
export async function* readAhead<Item, Value>(
  items: readonly Item[],
  ahead: number,
  read: (item: Item) => Promise<Value>,
): AsyncGenerator<[Item, Value]> {
  const started: Promise<Value>[] = [];
  const left = items.values();
  const start = (): void => {
    const next = left.next();
    if (next.done !== true) started.push(read(next.value));
  };
  for (let count = 0; count < ahead; count += 1) start();
  for (const item of items) {
    const [first] = started;
    if (first === undefined) return;
    const value = await first;
    void started.shift();
    start();
    yield [item, value];
  }
}
