import type { StandInPackages } from '../../../support/npm-stand-in.ts'

/** Mulberry32. Returns the same numbers for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Returns a registry with the package `start` and 4 to 25 packages that depend on each other: conflicts, cycles, peers,
 * optional peers, aliases, tags, and missing packages. The same seed gives the same registry.
 */
export function randomRegistry(seed: number): StandInPackages {
  const random = randomNumbers(seed)
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[Math.floor(random() * items.length)] ?? items[0]
  const count = 4 + Math.floor(random() * (seed % 5 === 0 ? 22 : 8))
  const names = Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index)) as [string, ...string[]]
  const peerShare = random() * 0.6
  const published = new Map(
    names.map((name) => [name, ['1.0.0', '1.1.0', '2.0.0', '2.1.0', '3.0.0'].filter(() => random() < 0.6)]),
  )
  const packages: Record<string, Record<string, unknown>> = {}
  for (const name of ['start', ...names]) {
    const versions = published.get(name) ?? []
    for (const version of versions.length > 0 ? versions : ['1.0.0']) {
      const fields: Record<string, Record<string, unknown>> = {}
      const ask = (field: string, other: string, value: unknown) => {
        fields[field] = { ...fields[field], [other]: value }
      }
      const asks = name === 'start' ? 3 + Math.floor(random() * 3) : Math.floor(random() * 3.5)
      for (let index = 0; index < asks; index += 1) {
        const other = pick(names)
        if (other === name) continue
        const wanted = pick(
          [...(published.get(other) ?? []), '1.0.0'].slice(0, Math.max(1, published.get(other)?.length ?? 0)) as [
            string,
            ...string[],
          ],
        )
        const range = pick([
          '*',
          `^${wanted}`,
          `^${wanted}`,
          wanted,
          `>=${wanted}`,
          `${wanted.charAt(0)}.x`,
          `${wanted} || 2`,
          'latest',
          '',
        ])
        const kind = random()
        if (kind < peerShare) {
          ask('peerDependencies', other, range)
          if (random() < 0.35) ask('peerDependenciesMeta', other, { optional: true })
        } else if (kind > 0.95) ask('dependencies', `${other}x`, `npm:${other}@${range || '*'}`)
        else if (kind > 0.85) ask('optionalDependencies', other, random() < 0.3 ? '9.9.9' : range)
        else ask('dependencies', other, range)
      }
      packages[`${name}@${version}`] = fields
    }
  }
  return packages
}
