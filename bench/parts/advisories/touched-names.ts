import { packages } from './seed-components.ts'

const nameOf = (place: number) => `package-${Math.floor(place)}`

/** So many names in equal distances, from the most to the least used. */
export function evenNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => nameOf(((index + 0.25) * packages.names) / count))
}

/** How much of all use of packages these names have between them; what is left is used too seldom to be looked at. */
const usedShare = 0.34

/**
 * So many names as often as they are used, of the more used ones: some third of servers has an affected version of one.
 */
export function usedNames(count: number): string[] {
  const places = new Set<number>()
  for (let index = 0; places.size < count; index += 1)
    places.add(Math.floor(packages.names * (usedShare * ((index + 0.5) / count)) ** 2))
  return [...places].map(nameOf)
}
