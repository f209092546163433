import { describe, expect, it } from 'vitest'
import { maxFollowed } from '../../../../src/engine/analysis/points-to/heap.ts'
import { useIn } from './uses.ts'

/**
 * Returns `given(0)`, `given(1)`, and so on, one per line. The default count stays below the limit of 17 objects for a
 * value.
 */
const many = (given: (index: number) => string, count = 15) =>
  Array.from({ length: count }, (_none, index) => given(index)).join('\n')

describe('what is put together from many others', () => {
  it('has what any of them has, where one function makes the definitions of all tools', () => {
    const text =
      'const define = (options) => { const made = { ...options }; use(made.run); return made ' +
      `}\n${many((index) => `define({ run: function run${String(index).padStart(2, '0')}() {} })`)}`
    expect(useIn(text).functions).toHaveLength(15)
    expect(useIn(text.replace('{ ...options }', 'Object.assign({}, options)')).functions).toHaveLength(15)
  })

  it('has what all modules export that it exports', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 40 }, (_none, index) => [`part${index}.js`, `export function run${index}() {}`]),
    )
    const exports = Array.from({ length: 40 }, (_none, index) => `export * from './part${index}.js'`).join('\n')
    expect(
      useIn({ ...texts, 'all.js': exports, 'index.js': "import { run39 } from './all.js'\nuse(run39)" }).functions,
    ).toEqual(['run39'])
  })

  it('has what any of them has, where only one thing can be meant: a function, an instance, a prototype', () => {
    expect(
      useIn(
        'function all() ' +
          `{}\n${many((index) => `Object.assign(all, { run${index}: function run${index}() {} })`)}\nuse(all.run14)`,
      ).functions,
    ).toEqual(['run14'])
    expect(
      useIn(
        'class All ' +
          `{}\n${many((index) => `Object.assign(All.prototype, { run${index}: function run${index}() {} })`)}` +
          `\nuse(new ` +
          'All().run14)',
      ).functions,
    ).toEqual(['run14'])
    const classes =
      'class Tool { constructor(options) { Object.assign(this, options) } ' +
      `}\n${many((index) => `const tool${index} = new Tool({ run: function run${index}() {} })`)}`
    expect(useIn(`${classes}\nuse(tool14.run)`).functions).toContain('run14')
    expect(
      useIn(
        `${classes.replace(
          'class Tool { constructor(options) { Object.assign(this, options) } }',
          'function Tool(options) { Object.assign(this, options) }',
        )}\nuse(tool14.run)`,
      ).functions,
    ).toContain('run14')
  })

  it('has what all constructors of a registry give it, and all prototypes that one gets', () => {
    const made = many((index) => `function Made${index}() {}\nMade${index}.prototype.run = function run${index}() {}`)
    expect(
      useIn(
        `${made}\nconst all = ` +
          `[${Array.from({ length: 15 }, (_none, index) => `Made${index}`).join(', ')}]\nfor (const One of ` +
          'all) { const one = new One(); use(one.run) }',
      ).functions,
    ).toHaveLength(15)
    expect(
      useIn(
        'function Made() ' +
          `{}\n${many((index) => `Made.prototype = { run: function run${index}() {} }`)}\nuse(new Made().run)`,
      ).functions,
    ).toHaveLength(15)
  })

  it('has what a few have, where it may be any of several functions, and of more nobody knows', () => {
    const text = (count: number) =>
      `function one() {}\nfunction other() {}\nconst all = unknown ? one : ` +
      `other\n${many((index) => `Object.assign(all, { run${index}: function run${index}() {} })`, count)}` +
      `\nuse(all.run${count - 1})`
    expect(useIn(text(maxFollowed)).functions).toEqual([`run${maxFollowed - 1}`])
    expect(useIn(text(maxFollowed + 1)).functions).toEqual([])
  })
})
