import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/catalogue.ts'
import { readConfig } from '../../src/settings/config.ts'
import { manifestReaders } from '../../src/engine/inventory/readers/catalogue.ts'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/peers.md',
  'action/README.md',
  'docs/advisories.md',
  'docs/api.md',
  'docs/backup.md',
  'docs/detection.md',
  'docs/github-app.md',
  'docs/operations.md',
  'docs/performance.md',
  'docs/scale.md',
  'docs/project-settings.md',
  'docs/registry.md',
  'docs/scoring.md',
  'docs/settings.md',
  'docs/versioning.md',
  'docs/webhooks.md',
  'src/README.md',
  '.github/pull_request_template.md',
].map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
const readme = readFileSync('README.md', 'utf8')

describe.each(documents)('$path', ({ path, text }) => {
  it('names files that exist', () => {
    const base =
      path === 'src/README.md'
        ? ['src/', '']
        : path.startsWith('action/')
          ? ['action/']
          : path.startsWith('docs/')
            ? ['docs/', 'client/', '']
            : ['']
    const named = [
      ...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|md|json)|(?:src|test|bench|docs|drizzle)\/[\w./-]*)`/g),
    ].map((match) => match[1] ?? '')
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)].map((match) => match[1] ?? '')
    const missing = [...named, ...linked].filter(
      (name) => !base.some((folder) => existsSync(folder + name)) && !isCatalogueOfManyRooms(name),
    )
    expect(missing).toEqual([])
  })

  it('calls scripts that exist', () => {
    const called = [...text.matchAll(/(?:`|^|&& )npm (?:run (?:-s )?)?([a-z][\w:]*)/gm)]
      .map((match) => match[1] ?? '')
      .filter((name) => !['ci', 'install', 'pack'].includes(name))
    expect(called.filter((name) => !scripts.includes(name))).toEqual([])
  })
})

/** `catalogue.ts` without a folder stands for the one of the room that the row is about. */
function isCatalogueOfManyRooms(name: string): boolean {
  return ['catalogue.ts', 'endpoint.ts', 'schema.ts', 'jobs.ts'].includes(name)
}

describe('docs/settings.md', () => {
  const settingsOf = (text: string) =>
    [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''),
    )
  const rowsOf = (text: string) => text.split('\n').filter((line) => /^\| `\w+`/.test(line))
  const listed = readFileSync('docs/settings.md', 'utf8')

  it('lists every setting that is read, and no other', () => {
    const read =
      /const Environment = z\.object\(\{([\s\S]*?)^\}\)/m.exec(readFileSync('src/settings/config.ts', 'utf8'))?.[1] ??
      ''
    const known = [...read.matchAll(/^ {2}(\w+): /gm)].map((match) => match[1] ?? '')
    expect(known.length).toBeGreaterThan(30)
    const names = settingsOf(listed)
    expect(names.filter((name) => !known.includes(name))).toEqual([])
    // Of each secret the file that holds it may be named: the row of ASSAY_SECRET says so of all.
    expect(known.filter((name) => !names.includes(name) && !names.includes(name.replace(/_FILE$/, '')))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  it('says of the first settings what the README says', () => {
    const first = rowsOf(/## Settings[\s\S]*?### Without the internet/.exec(readme)?.[0] ?? '')
    expect(first.length).toBeGreaterThan(5)
    expect(first.filter((row) => !rowsOf(listed).includes(row))).toEqual([])
  })
})

describe('README.md', () => {
  it('begins with the two commands', () => {
    const blocks = [...readme.matchAll(/```\n([^`]*)```/g)].map((match) => match[1]?.trim())
    expect(blocks.slice(0, 2)).toEqual(['npm ci && npm start', 'npm test'])
  })

  it('lists every lockfile that is read', () => {
    const listed = /Lockfiles that are read: ([\s\S]*?)\n\n/.exec(readme)?.[1] ?? ''
    const missing = manifestReaders
      .filter(({ kind }) => kind === 'lockfile')
      .map(({ names: [name = ''] }) => name)
      .filter((name) => !listed.replaceAll('\\', '').includes(name))
    expect(missing).toEqual([])
  })

  it('lists every command that there is', () => {
    for (const { name } of commands) expect(readme, name).toMatch(new RegExp(`npm run -s assay -- ${name}|npm start`))
    const named = [...readme.matchAll(/npm run -s assay -- ([a-z-]+(?: [a-z][a-z-]*)?)/g)].map(
      (match) => match[1] ?? '',
    )
    expect(
      named.filter((words) => !commands.some(({ name }) => words === name || words.startsWith(`${name} `))),
    ).toEqual([])
  })

  it('gives settings that are accepted, and the defaults that are true', () => {
    const block = /### Without the internet[\s\S]*?```\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
    const settings = Object.fromEntries(
      [...block.matchAll(/^export (\w+)=(.*)$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
    )
    expect(Object.keys(settings)).toHaveLength(3)
    expect(readConfig(settings)).toMatchObject({
      osvBases: ['file:///srv/osv'],
      npmRegistry: 'https://npm.internal.example/',
      allowedNetworks: [{ purpose: 'upstream', cidr: '10.20.0.0/16' }],
    })
    expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 3000, logLevel: 'info' })
  })
})
