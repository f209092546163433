import { type PopularNames, popularNames, popularNamesOf } from '../rules/supply-chain/names/popular-names.ts'
import { popularNameLimits } from './popular-name-limits.ts'

/**
 * Tells the most used names that a registry of servers knows of an ecosystem, most used first; none while it knows too
 * few. The same list until it is read anew.
 */
export type ServerNamesOf = (ecosystem: 'npm' | 'PyPI') => Promise<readonly string[]>

const known = new WeakMap<readonly string[], WeakMap<readonly string[], PopularNames>>()

/**
 * The names by which others are compared: the list that comes with this project, and after it the most used servers of
 * a registry. These never replace the list: servers alone lack what they are built on, which is imitated most.
 */
export async function namesInUse(ask: ServerNamesOf | undefined): Promise<PopularNames> {
  if (!ask) return popularNames
  const [npm, python] = await Promise.all([ask('npm'), ask('PyPI')])
  if (npm.length === 0 && python.length === 0) return popularNames
  // Names are taken apart once for each list: the same lists give the same names.
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

/** Asks once in `popularNameLimits.cacheMs` for each ecosystem; what failed is asked again. */
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
