import { describe, expect, it } from 'vitest'
import { UnreadableManifest } from '../../../src/engine/inventory/unreadable-manifest.ts'
import { ParsedTexts } from '../../../src/engine/inventory/parsed-texts.ts'
import { WorkBudget } from '../../../src/engine/inventory/work-budget.ts'
import { hostileFiles } from '../../../bench/parts/readers/hostile-files.ts'
import { projectInventoryOf as inventoryOf } from './project-inventory-of.ts'

describe('files beside that many files take from', () => {
  it('are parsed once for the same purpose', () => {
    const parsed = new ParsedTexts()
    const opened: string[] = []
    const lengthOf = (text: string) => text.length
    const firstOf = (text: string) => text[0]
    const read = <T>(path: string, parse: (text: string) => T) =>
      parsed.of(
        path,
        () => {
          opened.push(path)
          return path === 'none' ? undefined : 'text'
        },
        parse,
      )
    expect([
      read('a', lengthOf),
      read('a', firstOf),
      read('a', lengthOf),
      read('none', lengthOf),
      read('none', lengthOf),
      read('b', lengthOf),
    ]).toEqual([4, 't', 4, undefined, undefined, 4])
    expect(opened).toEqual(['a', 'a', 'none', 'b'])
  })

  it('are kept up to a size, those that were asked for last', () => {
    const parsed = new ParsedTexts()
    const opened: string[] = []
    const large = 'x'.repeat(512 * 1024)
    const lengthOf = (text: string) => text.length
    for (const path of ['a', 'b', 'c', 'a', 'd', 'a', 'b'])
      parsed.of(
        path,
        () => {
          opened.push(path)
          return large
        },
        lengthOf,
      )
    expect(opened).toEqual(['a', 'b', 'c', 'd', 'b'])
  })

  it('cost each file that asks as much as the first, and each time as much', () => {
    const parsed = new ParsedTexts()
    const costOf = (times: number) => {
      parsed.beginFile()
      const work = new WorkBudget(1_000)
      const open = () => {
        work.spend(1)
        return 'text'
      }
      const parse = (text: string, budget: WorkBudget) => budget.spend(text.length)
      for (let time = 0; time < times; time++) parsed.of('a', open, parse, work)
      return work.spent
    }
    expect([costOf(1), costOf(1), costOf(3)]).toEqual([5, 5, 15])
  })

  it('end the reading of a lockfile that goes through one of them many times', async () => {
    const shape = hostileFiles.find((file) => file.shape === 'members in one folder with many dependencies')
    const { unreadable } = await inventoryOf(shape?.files(256 * 1024) ?? {})
    expect(unreadable).toContainEqual({
      path: 'yarn.lock',
      reason: expect.stringMatching(/^is too expensive to read: it needs more than \d+ steps$/) as string,
    })
  }, 60_000)

  it('are parsed up to a size in all, and then the file that needs more is refused by name', () => {
    const parsed = new ParsedTexts()
    const large = 'x'.repeat(512 * 1024)
    const read = (path: string) =>
      parsed.of(
        path,
        () => large,
        (text) => text.length,
      )
    for (let index = 0; index < 64; index++) expect(read(String(index))).toBe(large.length)
    expect(() => read('one more')).toThrow(UnreadableManifest)
    expect(() => read('one more')).toThrow('was not read, because it includes more than 32 MiB of other files')
  })

  it('take the time of one: a large parent of 300 poms', async () => {
    const coordinates = (artifact: string) =>
      `<groupId>org.a</groupId><artifactId>${artifact}</artifactId><version>1.0</version>`
    const parent =
      `<project>${coordinates('parent')}<properties><left>2.0</left></properties>${'<a/>'.repeat(120_000)}` +
      '</project>'
    const child =
      `<project><parent>${coordinates('parent')}` +
      `</parent><artifactId>child</artifactId><dependencies><dependency>
<groupId>org.b</groupId><artifactId>b</artifactId><version>\${left}</version></dependency></dependencies></project>`
    const children = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${index}/pom.xml`, child]))
    const before = process.cpuUsage()
    const inventory = await inventoryOf({ 'pom.xml': parent, ...children })
    const { user, system } = process.cpuUsage(before)
    expect(inventory.components.map(({ name, version }) => `${name}@${version}`)).toEqual(['org.b:b@2.0'])
    // CPU time in microseconds. About 4 s. If 40 child processes parsed the text again, it would be 20 s.
    expect(user + system).toBeLessThan(15_000_000)
  })
})
