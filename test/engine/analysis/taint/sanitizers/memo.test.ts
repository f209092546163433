import { describe, expect, it } from 'vitest'
import { Memo } from '../../../../../src/engine/analysis/taint/sanitizers/memo.ts'

describe('answers that are remembered', () => {
  it('are found once for each object and question', () => {
    const remembered = new Memo<string>()
    const [one, other] = [{}, {}]
    const asked: string[] = []
    const ask = (about: object, question: string) =>
      remembered.answer(about, question, () => {
        asked.push(question)
        return `${question} ${asked.length}`
      })
    expect([ask(one, 'a'), ask(one, 'a'), ask(one, 'b'), ask(other, 'a'), ask(other, 'a')]).toEqual([
      'a 1',
      'a 1',
      'b 2',
      'a 3',
      'a 3',
    ])
    expect(asked).toEqual(['a', 'b', 'a'])
  })

  it('are what is said meanwhile where a question comes up again', () => {
    const remembered = new Memo<number>()
    const about = {}
    const depth = (): number => remembered.answer(about, 'deep', () => depth() + 1, 10)
    expect(depth()).toBe(11)
    expect(depth()).toBe(11)
  })
})
