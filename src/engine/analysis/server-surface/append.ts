export function append<Key, Value>(into: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}
