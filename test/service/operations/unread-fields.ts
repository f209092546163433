/**
 * Watches which fields of a document are read. A compiled schema reads each field that it knows and ignores all others.
 * Fields that are unread after a validation are therefore missing in the schema.
 */
export function watchFields(document: object): { readonly watched: object; unread(): readonly string[] } {
  const left = new Set<string>()
  return { watched: watch(document, '', left) as object, unread: () => [...left] }
}

function watch(value: unknown, path: string, left: Set<string>): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item, index) => watch(item, `${path}/${index}`, left))
  const fields = Object.entries(value).map(([name, field]) => {
    left.add(`${path}/${name}`)
    return [name, watch(field, `${path}/${name}`, left)] as const
  })
  return new Proxy(Object.fromEntries(fields), {
    get(target, name, receiver) {
      left.delete(`${path}/${String(name)}`)
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}
