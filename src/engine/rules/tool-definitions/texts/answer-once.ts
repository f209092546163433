/** Returns a function that remembers its answer for each object. */
export function answerOnce<Key extends object>(answer: (key: Key) => boolean): (key: Key) => boolean {
  const answers = new WeakMap<Key, boolean>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const result = answer(key)
    answers.set(key, result)
    return result
  }
}
