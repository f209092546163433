import { describe, expect, it } from 'vitest'
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

/** The components of a project with overrides, and what is not applied. */
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
  // The expected versions are those of npm 11.19: `npm-overrides.test.ts` in e2e compares random projects.
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
      ['text', 7, 'it refers to $absent, which the project does not request'],
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
