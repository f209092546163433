import semver from 'semver'
import { describe, expect, it, vi } from 'vitest'
import { OverrideSet } from '../../../../src/engine/inventory/npm-tree/override-set.ts'
import { WalkBudget, WalkLimitReached } from '../../../../src/engine/inventory/npm-tree/walk-budget.ts'
import { told } from '../project-inventory-of.ts'
import { resolvedProject } from './resolved-project.ts'

const npm = {
  'web@1.0.0': { dependencies: { parser: '^1', log: '^1' } },
  'parser@1.0.0': { dependencies: { log: '^1', text: '1.0.0' } },
  'parser@1.4.0': { dependencies: { log: '^1', text: '1.0.0' } },
  'log@1.0.0': {},
  'log@1.5.0': {},
  'log@2.0.0': { dependencies: { text: '^1' } },
  'text@1.0.0': {},
  'text@1.9.0': {},
  'other-log@3.0.0': {},
}

const web = { web: '1.0.0' }

/** Resolves a project with overrides. Returns its components and the overrides that are not applied. */
async function resolved(fields: Record<string, unknown>) {
  const { inventory, npmRequests } = await resolvedProject(
    { 'package.json': { dependencies: web, ...fields } },
    { npm },
  )
  return {
    components: told(inventory).filter((text) => !text.startsWith('web@')),
    unapplied: inventory.unresolved.map(({ name, reason, line }) => ({ name, reason, line })),
    complete: inventory.complete,
    npmRequests,
  }
}

describe('overrides of a package.json', () => {
  // The expected versions are those of npm 11.19. `npm-overrides.test.ts` in e2e compares random projects.
  it.each<[string, Record<string, unknown>, string[]]>([
    ['without one', {}, ['log@1.5.0', 'parser@1.4.0', 'text@1.0.0']],
    ['everywhere', { log: '1.0.0' }, ['log@1.0.0', 'parser@1.4.0', 'text@1.0.0']],
    ['below one package', { parser: { log: '1.0.0' } }, ['log@1.0.0', 'log@1.5.0', 'parser@1.4.0', 'text@1.0.0']],
    ['below two packages', { web: { parser: { text: '1.9.0' } } }, ['log@1.5.0', 'parser@1.4.0', 'text@1.9.0']],
    ['below a package that nothing needs', { gone: { log: '1.0.0' } }, ['log@1.5.0', 'parser@1.4.0', 'text@1.0.0']],
    [
      'of a package and what is below it',
      { parser: { '.': '1.0.0', text: '1.9.0' } },
      ['log@1.5.0', 'parser@1.0.0', 'text@1.9.0'],
    ],
    ['for requests that it intersects', { 'text@^1': '1.9.0' }, ['log@1.5.0', 'parser@1.4.0', 'text@1.9.0']],
    ['for other requests', { 'text@^2': '1.9.0' }, ['log@1.5.0', 'parser@1.4.0', 'text@1.0.0']],
    [
      'below some requests, which it then replaces itself',
      { 'parser@1.0.0': { text: '1.9.0' } },
      ['log@1.5.0', 'parser@1.0.0', 'text@1.9.0'],
    ],
    [
      'with an empty text, which changes nothing',
      { log: '', parser: { '.': '' } },
      ['log@1.5.0', 'parser@1.4.0', 'text@1.0.0'],
    ],
    ['with another package', { log: 'npm:other-log@3.0.0' }, ['other-log@3.0.0', 'parser@1.4.0', 'text@1.0.0']],
    [
      'with dependencies of its own',
      { log: { '.': '2.0.0', text: '1.9.0' } },
      ['log@2.0.0', 'parser@1.4.0', 'text@1.0.0', 'text@1.9.0'],
    ],
  ])('apply %s', async (_, overrides, components) => {
    const { complete, ...seen } = await resolved({ overrides })
    expect(seen.components).toEqual(components)
    expect([complete, seen.unapplied]).toEqual([true, []])
  })

  it('refer to requests of the project', async () => {
    const { components, unapplied } = await resolved({
      dependencies: { ...web, text: '1.9.0' },
      devDependencies: { log: '1.0.0' },
      overrides: { log: '$log', parser: { text: '$text' } },
    })
    expect(components).toEqual(['log@1.0.0 direct', 'parser@1.4.0', 'text@1.9.0 direct'])
    expect(unapplied).toEqual([])
  })

  it('do not send a name that an override replaces', async () => {
    const { npmRequests } = await resolved({ overrides: { log: 'npm:other-log@3.0.0', text: 'file:./text' } })
    expect([...new Set(npmRequests)].sort()).toEqual(['other-log', 'parser', 'web'])
  })

  it('that npm refuses are named with their line, and the rest is kept', async () => {
    const text = `{
  "dependencies": { "web": "1.0.0" },
  "overrides": {
    "web": "^1.0.0",
    "a b": "1.0.0",
    "log@latest": "1.0.0",
    "text": "$absent",
    "parser": { "text": 1, "log": "1.0.0" }
  }
}`
    const { inventory } = await resolvedProject({ 'package.json': text }, { npm })
    expect(inventory.unresolved.map(({ name, line, reason }) => [name, line, reason])).toEqual([
      ['a b', 5, 'npm cannot parse the name of the override'],
      ['log@latest', 6, 'npm cannot parse the name of the override'],
      ['text', 7, 'it refers to a dependency that the project does not request'],
      ['parser > text', 8, 'npm cannot parse the value of the override'],
      ['web', 2, 'the project requests 1.0.0 and overrides it with ^1.0.0, so npm refuses to install'],
    ])
    expect(inventory.complete).toBe(false)
    expect(told(inventory)).toEqual(['log@1.0.0', 'log@1.5.0', 'parser@1.4.0', 'text@1.0.0', 'web@1.0.0 direct'])
  })

  it('of yarn apply to the requests of the project too, and its paths are named', async () => {
    const { components, unapplied } = await resolved({
      dependencies: { ...web, log: '^1' },
      resolutions: { log: '1.0.0', 'parser/text': '1.9.0' },
    })
    expect(components).toEqual(['log@1.0.0 direct', 'parser@1.4.0', 'text@1.0.0'])
    expect(unapplied).toMatchObject([
      { name: 'parser/text', reason: expect.stringContaining('below one package') as string },
    ])
  })

  it('of workspace members do not apply, those of the root apply to members', async () => {
    const { inventory } = await resolvedProject(
      {
        'package.json': { workspaces: ['packages/*'], overrides: { parser: { text: '1.9.0' } } },
        'packages/a/package.json': { name: 'a', dependencies: { web: '1.0.0' }, overrides: { log: '1.0.0' } },
      },
      { npm },
    )
    expect(told(inventory)).toEqual(['log@1.5.0', 'parser@1.4.0', 'text@1.9.0', 'web@1.0.0 direct'])
  })

  it('are limited in number and depth', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`p${index}`, '1.0.0']))
    expect((await resolved({ overrides: { log: '1.0.0', ...many } })).unapplied).toMatchObject([
      { name: 'p999', reason: 'Assay applies 1000 overrides at most' },
    ])
    let deep: Record<string, unknown> = { log: '1.0.0' }
    for (let depth = 0; depth < 3_000; depth += 1) deep = { web: deep }
    expect((await resolved({ overrides: deep })).unapplied).toMatchObject([
      { reason: 'Assay applies 20 levels of overrides at most' },
    ])
  })

  it('that contradict each other on a long chain end with a limit', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 700 }, (_, index) => [
        `n${index}@1.0.0`,
        { dependencies: { [`n${index + 1}`]: '1.0.0', ...(index % 50 === 0 && { n0: '1.0.0' }) } },
      ]),
    )
    const { inventory } = await resolvedProject(
      {
        'package.json': {
          dependencies: { n0: '1.0.0', n500: '1.0.0' },
          overrides: { n0: { n300: '1.0.0' }, n500: { n300: '2.0.0' }, n300: { n0: { n10: '1.0.0' } } },
        },
      },
      { npm: { ...chain, 'n700@1.0.0': {} } },
    )
    expect(inventory.components.length).toBeGreaterThan(100)
  })
})

describe('versions of overrides that take long to compare', () => {
  const alternatives = (version: string, count: number) => Array.from({ length: count }, () => version).join('||')
  const keys = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => `log@${index + 7}||${alternatives('0', length)}`)
  const setOf = (selectors: readonly string[], value = '1.0.0') =>
    OverrideSet.of(
      selectors.map((key) => ({ keys: [key], value })),
      new Map(),
    )
  const request = (spec: string) => ({ name: 'log', rawSpec: spec, spec })

  it('are not compared above a limit, and the overrides are named', async () => {
    using intersects = vi.spyOn(semver, 'intersects')
    const { components, unapplied, complete } = await resolved({
      dependencies: { ...web, log: alternatives('1', 1_300) },
      overrides: Object.fromEntries(keys(100, 320).map((key) => [key, '1.0.0'])),
    })
    // Counts only long requests. The short ones come from other packages.
    expect(intersects.mock.calls.filter(([, versions]) => String(versions).length > 900).length).toBeLessThan(300)
    expect(intersects.mock.calls.every(([a, b]) => String(a).length * String(b).length <= 100_000)).toBe(true)
    expect(components).toContain('log@1.5.0 direct')
    expect(unapplied).toEqual([
      {
        name: 'log',
        reason: 'the versions of the override and of the request are too long, so Assay did not compare them',
        line: undefined,
      },
    ])
    expect(complete).toBe(false)
  })

  it('are compared once for each request, within the budget of the walk', () => {
    using intersects = vi.spyOn(semver, 'intersects')
    const [few, budget] = [setOf(keys(8, 300)), new WalkBudget(50_000_000)]
    const before = budget.left
    for (let repeat = 0; repeat < 100; repeat += 1) few.ruleFor(request(alternatives('1', 30)), budget)
    expect(intersects).toHaveBeenCalledTimes(8)
    // 8 comparisons of 906 and 88 characters, and 800 lookups.
    expect(before - budget.left).toBeGreaterThan(8 * 906 * 88 * 5)
    expect(before - budget.left).toBeLessThan(8 * 906 * 88 * 7)
    const many = setOf(keys(1_000, 300))
    expect(() => {
      for (let length = 30; length < 37; length += 1) many.ruleFor(request(alternatives('1', length)), budget)
    }).toThrow(WalkLimitReached)
    expect(intersects.mock.calls.length).toBeLessThan(130)
  })

  it('are not compared above a limit where two overrides replace the same request', () => {
    using intersects = vi.spyOn(semver, 'intersects')
    const [a, b] = ['a', 'b'].map((name) => ({ keys: [name], value: '1.0.0' }))
    const ruleOf = (name: string, version: string) => ({
      keys: [name, 'log'],
      value: alternatives(version, 1_300),
    })
    const root = OverrideSet.of(
      [a, b, ruleOf('a', '1'), ruleOf('b', '2')].flatMap((rule) => rule ?? []),
      new Map(),
    )
    const budget = new WalkBudget()
    const [first, second] = ['a', 'b'].map((name) => root.ruleFor({ name, rawSpec: '1.0.0', spec: '1.0.0' }, budget))
    expect(first && second && OverrideSet.contradict(first, second, budget)).toBe(false)
    expect(intersects).not.toHaveBeenCalled()
    expect([...root.uncompared]).toEqual(['log'])
  })
})
