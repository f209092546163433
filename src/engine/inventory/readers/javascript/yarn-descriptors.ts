import type { LockedEntry } from './locked-graph.ts'
import { splitDescriptor } from './npm-identity.ts'

/** Contents of a yarn lockfile in either format. */
export interface YarnLock extends YarnDescriptors {
  readonly entries: readonly LockedEntry[]
}

/** Entries by descriptor, `name@range`. An entry's key is its first descriptor. */
export interface YarnDescriptors {
  readonly keys: ReadonlyMap<string, string>
  /** Entry keys for each name. Used for `resolutions` in the project, which override the requested range. */
  readonly keysOfName: ReadonlyMap<string, readonly string[]>
}

/** @param blocks the descriptors of each entry */
export function indexDescriptors(blocks: Iterable<readonly string[]>): YarnDescriptors {
  const keys = new Map<string, string>()
  const keysOfName = new Map<string, string[]>()
  for (const descriptors of blocks) {
    const [key = ''] = descriptors
    for (const descriptor of descriptors) keys.set(descriptor, key)
    const name = splitDescriptor(key)?.name ?? key
    const same = keysOfName.get(name)
    if (same === undefined) keysOfName.set(name, [key])
    else if (same.length < maxOfName) same.push(key)
  }
  return { keys, keysOfName }
}

/**
 * Maximum number of versions to consider for a range without an entry. This limit keeps the graph linear in the text.
 */
const maxOfName = 50

/** Returns the keys of the entries that resolve a name and a range. */
export function answering({ keys, keysOfName }: YarnDescriptors, name: string, range: string): readonly string[] {
  const key = keys.get(`${name}@${range}`) ?? keys.get(`${name}@npm:${range}`)
  return key === undefined ? (keysOfName.get(name) ?? []) : [key]
}
