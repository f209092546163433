import { packages } from './seed-components.ts'

const nameOf = (place: number) => `package-${Math.floor(place)}`

/** Returns names at equal distances, from the most to the least used. */
export function evenNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => nameOf(((index + 0.25) * packages.names) / count))
}

/** Share of all package uses by these names. The other packages are used too rarely to matter. */
const usedShare = 0.34

/** Returns frequently used names. About a third of the servers has an affected version of one. */
export function usedNames(count: number): string[] {
  const places = new Set<number>()
  for (let index = 0; places.size < count; index += 1)
    places.add(Math.floor(packages.names * (usedShare * ((index + 0.5) / count)) ** 2))
  return [...places].map(nameOf)
}
