import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/catalogue.ts'
import { exitCodes } from '../../src/cli/command.ts'
import { scan } from '../../src/cli/scan.ts'
import { readConfig } from '../../src/settings/config.ts'
import { manifestReaders } from '../../src/engine/inventory/readers/catalogue.ts'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/peers.md',
  'action/README.md',
  ...globSync('docs/**/*.md').sort(),
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
    const missing = named.filter(
      (name) =>
        !base.some((folder) => existsSync(folder + name)) && !isCatalogueOfManyRooms(name) && !scannedFiles.has(name),
    )
    expect([...missing, ...linked.filter((name) => !existsSync(join(dirname(path), name)))]).toEqual([])
  })

  it('links to headings that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)#([\w-]+)\)/g)].filter(
      ([, file = '']) => !file.startsWith('/'),
    )
    const broken = links.filter(
      ([, file = '', anchor = '']) =>
        !headingsOf(file === '' ? text : readFileSync(join(dirname(path), file), 'utf8')).includes(anchor),
    )
    expect(broken.map(([link]) => link)).toEqual([])
  })

  it('calls scripts that exist', () => {
    const called = [...text.matchAll(/(?:`|^|&& )npm (?:run (?:-s )?)?([a-z][\w:]*)/gm)]
      .map((match) => match[1] ?? '')
      .filter((name) => !['ci', 'install', 'pack'].includes(name))
    expect(called.filter((name) => !scripts.includes(name))).toEqual([])
  })
})

/** Returns the link anchors that GitHub generates for headings. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#{1,4} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

/** A file name without a folder, such as `catalogue.ts`, means the file in the room of the table row. */
function isCatalogueOfManyRooms(name: string): boolean {
  return ['catalogue.ts', 'endpoint.ts', 'schema.ts', 'jobs.ts'].includes(name)
}

/** Files in scanned projects. */
const scannedFiles = new Set(['AGENTS.md', 'CLAUDE.md', 'SKILL.md', '.mcp.json'])

describe('docs/reference/settings.md', () => {
  const settingsOf = (text: string) =>
    [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map((match) => match[1] ?? ''),
    )
  const listed = readFileSync('docs/reference/settings.md', 'utf8')

  it('lists every setting that is read, and no other', () => {
    const read =
      /const Environment = z\.object\(\{([\s\S]*?)^\}\)/m.exec(readFileSync('src/settings/config.ts', 'utf8'))?.[1] ??
      ''
    const known = [...read.matchAll(/^ {2}(\w+): /gm)].map((match) => match[1] ?? '')
    expect(known.length).toBeGreaterThan(30)
    const names = settingsOf(listed)
    expect(names.filter((name) => !known.includes(name))).toEqual([])
    // Every secret can also be set with a `_FILE` variable. The row of ASSAY_SECRET documents this for all secrets.
    expect(known.filter((name) => !names.includes(name) && !names.includes(name.replace(/_FILE$/, '')))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('README.md', () => {
  it('has at most 150 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  it('starts the service with the command that .ci/first-scan.ts runs', () => {
    expect(blocksOf(readme)).toContain('npm ci && npm start')
    expect(readFileSync('.ci/first-scan.ts', 'utf8')).toContain("['npm', 'start']")
  })

  it('scans with commands that exist', () => {
    const named = [...readme.matchAll(/npm run -s assay -- ([a-z-]+(?: [a-z][a-z-]*)?)/g)].map(
      ([, words = '']) => words,
    )
    expect(named.length).toBeGreaterThan(1)
    expect(named.filter((words) => !isCommand(words))).toEqual([])
  })

  it('gives figures that are in one row or paragraph of the document beside them', () => {
    const rows = [...readme.matchAll(/^\| ([^|]+) \| ([^|]*\d[^|]*) \| \[\w+\]\((docs\/[\w/-]+\.md)\) \|$/gm)]
    expect(rows.length).toBeGreaterThan(5)
    const absent = rows.filter(([, measure = '', result = '', path = '']) => {
      const figures = figuresOf(`${measure} ${result}`)
      return !readFileSync(path, 'utf8')
        .split(/\n(?=\|)|\n{2,}/)
        .some((line) => figures.every((figure) => figuresOf(line).includes(figure)))
    })
    expect(absent.map(([row]) => row)).toEqual([])
  })
})

describe('docs/reference/targets.md', () => {
  it('lists every lockfile that is read', () => {
    const listed = /## Lockfiles\n([\s\S]*?)\n## /.exec(readFileSync('docs/reference/targets.md', 'utf8'))?.[1] ?? ''
    const missing = manifestReaders
      .filter(({ kind }) => kind === 'lockfile')
      .map(({ names: [name = ''] }) => name)
      .filter((name) => !listed.replaceAll('\\', '').includes(name))
    expect(missing).toEqual([])
  })
})

describe('docs/reference/command-line.md', () => {
  const text = readFileSync('docs/reference/command-line.md', 'utf8')

  it('lists every command that there is, and no other', () => {
    for (const { name } of commands)
      expect(text, name).toMatch(new RegExp(`npm run -s assay -- ${name}(?:\`| <| --| [A-Z])`))
    const named = [...text.matchAll(/npm run -s assay -- ([a-z-]+(?: [a-z][a-z-]*)?)/g)].map(([, words = '']) => words)
    expect(named.filter((words) => !isCommand(words))).toEqual([])
  })

  it('lists every option of a scan, and no other', () => {
    const options = [...text.matchAll(/^\| `--([\w-]+)/gm)].map(([, name = '']) => name)
    expect([...new Set(options)].sort()).toEqual(Object.keys(scan.options).sort())
  })

  it('has the exit codes of the program', () => {
    const codes = [...text.matchAll(/^\| (\d) \| /gm)].map(([, code]) => Number(code))
    expect(codes).toEqual(Object.values(exitCodes).sort())
  })
})

describe('docs/how-to/offline.md', () => {
  it('gives settings that are accepted, and the defaults are true', () => {
    const block =
      blocksOf(readFileSync('docs/how-to/offline.md', 'utf8')).find((text) => text.startsWith('export ')) ?? ''
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

/** Returns code blocks, without their language. */
function blocksOf(markdown: string): string[] {
  return [...markdown.matchAll(/^```\n([^`]*)```/gm)].map((match) => match[1]?.trim() ?? '')
}

const isCommand = (words: string) => commands.some(({ name }) => words === name || words.startsWith(`${name} `))

const figuresOf = (text: string): readonly string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? []
