/** Names below are one edit from each other by chance. */
const minCharacters = 5
/** There are some 70 variants a character. */
const maxCharacters = 60

/** Letters and digits that folded keys have; 0, 1 and 5 stand in none of them. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz2346789'

/**
 * Every key that one character added, left out, exchanged or swapped with its neighbour makes of a folded key, so that
 * names near it are found by an index of whole keys. Letters of other alphabets are left out and swapped, and put in
 * only where the key has them. None for keys that are too short or too long.
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
