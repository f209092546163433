/** Cache of answers per object. The answers are dropped when the object is garbage-collected. */
export class Memo<Answer> {
  readonly #answers = new WeakMap<object, Map<number | string, Answer | undefined>>()

  /**
   * Returns the cached answer to a question, or computes it.
   *
   * @param meanwhile answer to the same question if it is asked recursively while being computed
   */
  answer(about: object, question: number | string, find: () => Answer, meanwhile?: Answer): Answer {
    const answers = this.#answers.get(about) ?? new Map<number | string, Answer | undefined>()
    this.#answers.set(about, answers)
    const known = answers.get(question)
    if (known !== undefined) return known
    answers.set(question, meanwhile)
    const found = find()
    answers.set(question, found)
    return found
  }
}
