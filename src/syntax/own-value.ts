/** The value that a table has under a name from outside. Every object inherits others: `constructor`, `toString`, `__proto__`. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
