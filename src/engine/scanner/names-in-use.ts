import { type PopularNames, popularNames, popularNamesOf } from '../rules/supply-chain/names/popular-names.ts'
import { popularNameLimits } from './popular-name-limits.ts'

/**
 * Returns an ecosystem's most popular package names in a server registry, most popular first. Empty if the registry has
 * too few servers. Returns the same list object until the names are refreshed.
 */
export type ServerNamesOf = (ecosystem: 'npm' | 'PyPI') => Promise<readonly string[]>

const known = new WeakMap<readonly string[], WeakMap<readonly string[], PopularNames>>()

/**
 * Returns the names to compare other packages with: the built-in list, followed by the registry's most popular servers.
 * The built-in list is still needed, because it contains the libraries that servers depend on, and those are imitated
 * most.
 */
export async function namesInUse(ask: ServerNamesOf | undefined): Promise<PopularNames> {
  if (!ask) return popularNames
  const [npm, python] = await Promise.all([ask('npm'), ask('PyPI')])
  if (npm.length === 0 && python.length === 0) return popularNames
  // Cached per list object: the same object always yields the same names.
  const beside = known.get(npm) ?? new WeakMap<readonly string[], PopularNames>()
  known.set(npm, beside)
  const made =
    beside.get(python) ??
    popularNamesOf({ date: popularNames.date, npm: withServers('npm', npm), PyPI: withServers('PyPI', python) })
  beside.set(python, made)
  return made
}

function withServers(ecosystem: 'npm' | 'PyPI', servers: readonly string[]): readonly string[] {
  return [
    ...popularNames[ecosystem],
    ...servers.slice(0, popularNameLimits.maxNames).filter((name) => !popularNames.has(ecosystem, name.toLowerCase())),
  ]
}

/** Caches each ecosystem's names for `popularNameLimits.cacheMs`. Retries after failures. */
export function keepNames(ask: ServerNamesOf, now: () => number = Date.now): ServerNamesOf {
  const kept = new Map<'npm' | 'PyPI', { readonly names: Promise<readonly string[]>; readonly until: number }>()
  return (ecosystem) => {
    const held = kept.get(ecosystem)
    if (held && now() < held.until) return held.names
    const names = ask(ecosystem)
    const fresh = { names, until: now() + popularNameLimits.cacheMs }
    kept.set(ecosystem, fresh)
    names.catch(() => kept.get(ecosystem) === fresh && kept.delete(ecosystem))
    return names
  }
}
