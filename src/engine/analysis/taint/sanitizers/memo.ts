/** Answers to questions about an object, kept as long as the object is. */
export class Memo<Answer> {
  readonly #answers = new WeakMap<object, Map<number | string, Answer | undefined>>()

  /**
   * The answer to a question, found where it was not asked before.
   *
   * @param meanwhile what a question gets that comes up again while its answer is being found
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
