import type { StandInPackages } from '../../../support/npm-stand-in.ts'
import { randomNumbers } from './random-registry.ts'

/** Overrides of a project, as in a `package.json`. */
export type Overrides = { readonly [key: string]: string | Overrides }

/**
 * Returns overrides for the packages of a registry: versions, ranges, aliases, references to the project's own request,
 * nested selectors, selectors with versions, and empty strings. The same seed gives the same overrides.
 */
export function randomOverrides(seed: number, packages: StandInPackages): Overrides {
  const random = randomNumbers(seed + 1_000_000)
  const pick = <Item>(items: readonly Item[], fallback: Item): Item =>
    items[Math.floor(random() * items.length)] ?? fallback
  const versions = Map.groupBy(
    Object.keys(packages).filter((key) => !key.startsWith('start@')),
    (key) => key.slice(0, key.indexOf('@')),
  )
  const names = [...versions.keys()]
  const versionOf = (name: string) => pick(versions.get(name) ?? [], `${name}@1.0.0`).slice(name.length + 1)
  const value = (name: string): string => {
    const version = versionOf(name)
    return pick(
      [version, version, `^${version}`, `>=${version}`, `${version.charAt(0)}.x`, '*', '', `npm:${name}@${version}`],
      version,
    )
  }
  const key = (name: string): string => {
    const version = versionOf(name)
    return pick([name, name, name, `${name}@^${version}`, `${name}@${version}`, `${name}@>=${version}`], name)
  }
  const level = (depth: number): Overrides => {
    const entries: [string, string | Overrides][] = []
    for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) {
      const name = pick(names, 'a')
      const kind = random()
      if (kind < 0.5 || depth > 2) entries.push([key(name), value(name)])
      else entries.push([key(name), { ...(kind < 0.7 && { '.': value(name) }), ...level(depth + 1) }])
    }
    return Object.fromEntries(entries)
  }
  return level(0)
}
