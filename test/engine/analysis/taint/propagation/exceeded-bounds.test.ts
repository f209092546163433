import { describe, expect, it } from 'vitest'
import { flowsIn, tool } from './found-flows.ts'

const named = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_none, index) => write(index)).join('\n')

/** A server with a value that may be any of several functions. */
const values = (count: number) =>
  `${named(count, (index) => `function f${index}(x) { return x }`)}\nlet one = f0\n` +
  `export function choose(n) {\n${named(count, (index) => `if (n === ${index}) one = f${index}`)}\n}`

/** A server whose check may be any of several functions. */
const checks = (count: number) =>
  `${named(count, (index) => `function is${index}(x) { return /^[a-z]+$/.test(x) }`)}\n` +
  `const all = [${Array.from({ length: count }, (_none, index) => `is${index}`).join(', ')}]\n` +
  'const check = all[Number(process.env.CHECK)]'

describe('bounds on one value or check', () => {
  it('are reported if a value may refer to more than is kept', () => {
    expect(flowsIn(tool('exec(one(a))', values(17))).exceeded).toBeUndefined()
    expect(flowsIn(tool('exec(one(a))', values(30))).exceeded?.values).toBeGreaterThan(0)
  })

  it('are reported if a check calls more functions than are followed', () => {
    const used = 'if (!check(a)) throw new Error("no")\nexec(a)'
    expect(flowsIn(tool(used, checks(4))).exceeded).toBeUndefined()
    expect(flowsIn(tool(used, checks(5))).exceeded).toEqual({ values: 0, checks: 1 })
  })
})
