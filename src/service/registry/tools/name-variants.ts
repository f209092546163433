/** Minimum length. Shorter names differ by one edit by chance. */
const minCharacters = 5
/** Maximum length. A key has about 70 variants per character. */
const maxCharacters = 60

/** Letters and digits in folded keys. Folded keys do not contain 0, 1, and 5. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz2346789'

/**
 * Returns all keys that differ from a folded key by one added, removed, replaced, or swapped character, for lookups in
 * an index of complete keys. Letters from other alphabets are removed and swapped, but inserted only if the key
 * contains them. Empty for keys that are too short or too long.
 */
export function variantsOfKey(key: string): string[] {
  const letters = [...key]
  if (letters.length < minCharacters || letters.length > maxCharacters) return []
  const known = [...new Set([...alphabet, ...letters])]
  const variants = new Set<string>()
  for (let place = 0; place <= letters.length; place += 1) {
    const [before, [letter = '', next = ''], after] = [
      letters.slice(0, place).join(''),
      letters.slice(place, place + 2),
      letters.slice(place + 1).join(''),
    ]
    variants.add(before + after)
    variants.add(before + next + letter + letters.slice(place + 2).join(''))
    for (const other of known) variants.add(before + other + after).add(before + other + letter + after)
  }
  variants.delete(key)
  return [...variants]
}
