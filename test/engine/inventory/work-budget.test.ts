import { describe, expect, it } from 'vitest'
import { interpolate } from '../../../src/engine/inventory/interpolate.ts'
import { readNpmShrinkwrap } from '../../../src/engine/inventory/npm-shrinkwrap.ts'
import { hostileFiles } from '../../../bench/parts/readers/hostile-files.ts'
import { bunLock } from '../../../src/engine/inventory/readers/javascript/bun-lock.ts'
import { packageLock } from '../../../src/engine/inventory/readers/javascript/package-lock.ts'
import { parseToml } from '../../../src/engine/inventory/syntax/toml.ts'
import { countTomlParts } from '../../../src/engine/inventory/syntax/toml-parts.ts'
import { parseXml } from '../../../src/engine/inventory/syntax/xml.ts'
import { TooCostly, WorkBudget } from '../../../src/engine/inventory/work-budget.ts'
import { projectInventoryOf } from './project-inventory-of.ts'

describe('the budget of a file', () => {
  it('counts steps, for the file and for all files of the project', () => {
    const project = new WorkBudget(15)
    const [first, second] = [new WorkBudget(10, project), new WorkBudget(10, project)]
    first.spend(10)
    expect([first.spent, project.spent]).toEqual([10, 10])
    expect(() => first.spend(1)).toThrow(new TooCostly({ code: 'needs-steps', count: 10 }))
    second.spend(5)
    expect(() => second.spend(1)).toThrow('is too expensive to read: it needs more than 15 steps')
  })

  it('is what the caller sets', () => {
    const text = '{"packages":{"a":["a@1.0.0","",{}],"b":["b@1.0.0","",{}]}}'
    const work = new WorkBudget(1_000)
    expect(bunLock.read({ path: 'bun.lock', text, sibling: () => undefined, work }).packages).toHaveLength(2)
    expect(work.spent).toBeGreaterThan(text.length / 8)
    expect(() => bunLock.read({ path: 'bun.lock', text, sibling: () => undefined, work: new WorkBudget(10) })).toThrow(
      TooCostly,
    )
  })

  it('ends in a gap that names the file, and the others are read', async () => {
    const pattern = '**/a*/'.repeat(100)
    const members = Object.fromEntries(
      Array.from({ length: 40 }, (_unused, index) => [
        `${'a/'.repeat(100)}${index}/package.json`,
        '{"dependencies":{"b":"1.0.0"}}',
      ]),
    )
    const { components, unreadable } = await projectInventoryOf({
      'package.json': JSON.stringify({ workspaces: Array.from({ length: 50 }, () => pattern) }),
      ...members,
    })
    expect(unreadable?.map(({ path }) => path)).toEqual(['package.json'])
    expect(unreadable?.[0]?.reason).toMatch(/^is too expensive to read: it needs more than \d+ steps$/)
    expect(components.map(({ name }) => name)).toEqual(['b'])
  })

  it('makes a shrinkwrap whose paths are much longer than its text a problem', () => {
    const entries = Array.from({ length: 5_000 }, (_unused, index) => `"k${index}":{}`).join(',')
    const text = `{"dependencies":${'{"a":{"dependencies":'.repeat(190)}{${entries}}${'}}'.repeat(190)}}`
    expect(readNpmShrinkwrap(text, new Set())).toEqual({
      problem: expect.stringMatching(/^is too expensive to read/) as string,
    })
  })
})

describe('a package-lock.json', () => {
  const read = (text: string) => packageLock.read({ path: 'package-lock.json', text, sibling: () => undefined })

  it.each(['version 1, nested', 'version 1, empty entries', 'version 3, empty projects'])(
    'whose entries take much more memory than text is refused: %s',
    (shape) => {
      const files = hostileFiles
        .find((file) => file.reader === 'package-lock' && file.shape === shape)
        ?.files(4 * 1024 * 1024)
      expect(() => read(files?.['package-lock.json'] ?? '')).toThrow(TooCostly)
    },
  )

  it('of short entries, as npm writes those that packages bundle, is read', () => {
    const bundled = (names: readonly string[], index: number): object => ({
      version: '1.0.0',
      bundled: true,
      ...(names.length > 0 && { dependencies: { [`${names[0]}${index}`]: bundled(names.slice(1), index) } }),
    })
    const dependencies = Object.fromEntries(
      Array.from({ length: 3_000 }, (_unused, index) => [`a${index}`, bundled(['b', 'c', 'd', 'e', 'f'], index)]),
    )
    expect(read(JSON.stringify({ dependencies }, undefined, 2)).packages).toHaveLength(18_000)
  })
})

describe('documents that take much memory', () => {
  it.each([
    ['a pom.xml of empty elements', () => parseXml(`<a>${'<a/>'.repeat(1_300_000)}</a>`)],
    ['a uv.lock of dotted keys', () => parseToml(`${'a.'.repeat(2_600_000)}a=1`)],
    ['a uv.lock of headers', () => parseToml('[[a]]\n'.repeat(800_000))],
  ])('are refused before they are parsed: %s', (_what, parse) => {
    expect(parse).toThrow(/^is too expensive to read: its parsed form needs \d+ MiB of memory$/)
  })

  it('are not mistaken for those with many marks in texts and comments', () => {
    expect(
      countTomlParts('a = "x.y=[{" # .=[{\nb.c = \'\'\'\n.=[{\n\'\'\'\nd = """\\"".="""\n[e.f]\ng = [{h = 1}]\n'),
    ).toEqual({ dots: 2, openings: 3, keys: 5 })
  })
})

it('puts no more than a value may have together, however large properties are', () => {
  const large = 'x'.repeat(1_000_000)
  let asked = 0
  const valueOf = (): string => {
    asked += 1
    return large
  }
  expect(interpolate('${a}'.repeat(250), 'maven', valueOf)).toBe('${a}'.repeat(250))
  expect(asked).toBe(1)
})
