import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importsOf } from './support/imports-of.ts'
import { parseJavaScript } from '../../src/engine/analysis/frontends/javascript/parse-javascript.ts'
import { isNode, walkTree } from '../../src/engine/analysis/frontends/javascript/walk-tree.ts'

/**
 * Layers of `src`, from top to bottom. A room imports only from its own layer or lower ones. A room is a folder, or a
 * file directly in a wing. A folder that is listed with its parent is a separate room.
 */
const floors: readonly (readonly string[])[] = [
  ['cli'],
  ['service/startup'],
  ['service/pages', 'service/operations'],
  ['service/api'],
  ['service/github', 'service/webhooks'],
  ['service/registry'],
  ['service/scans'],
  ['service/scans/advisories', 'service/queue', 'service/accounts', 'service/operations/backup'],
  ['service/db'],
  ['mcp'],
  ['settings'],
  ['engine'],
  ['engine/scanner'],
  ['engine/reports', 'engine/receipts', 'engine/project-settings', 'engine/project-facts'],
  ['engine/rules'],
  ['engine/analysis', 'engine/inventory', 'engine/reachability'],
  ['engine/advisories'],
  ['engine/sources', 'engine/isolation'],
  ['engine/net'],
  ['engine/model'],
]

/** Frameworks, and the rooms or file patterns that may import them. */
const homes: Readonly<Record<string, readonly string[]>> = {
  'pg-boss': ['service/queue'],
  'drizzle-orm': ['service/db'],
  postgres: ['service/db'],
  express: ['service/startup', 'service/api', 'service/pages', 'service/github'],
  probot: ['service/github'],
  '@octokit/rest': ['service/github', 'service/registry'],
  got: ['engine/net'],
  'cli-table3': ['engine/reports'],
  picocolors: ['engine/reports'],
  'age-encryption': ['service/operations/backup'],
  'prom-client': ['service/operations', 'service/*/metrics.ts'],
  'tar-stream': ['service/operations/backup'],
  '@jridgewell/trace-mapping': ['engine/analysis'],
  '@modelcontextprotocol/server': ['mcp/sdk.ts'],
  '@modelcontextprotocol/server/stdio': ['mcp/sdk.ts'],
}

/** Reports whether code reads `process.env` or imports `env`. */
function readsEnvironment(text: string): boolean {
  let reads = false
  walkTree(
    parseJavaScript(text, 'ts').program,
    (node) => {
      const [object, property, source] = [node['object'], node['property'], node['source']]
      if (
        node.type === 'MemberExpression' &&
        isNode(object) &&
        object['name'] === 'process' &&
        isNode(property) &&
        (property['name'] === 'env' || property['value'] === 'env')
      )
        reads = true
      if (node.type === 'VariableDeclarator' && isNode(node['init']) && node['init']['name'] === 'process') reads = true
      if (node.type === 'ImportDeclaration' && isNode(source) && /^(?:node:)?process$/.test(String(source['value'])))
        reads = true
    },
    () => true,
  )
  return reads
}

const files = globSync('src/**/*.ts').map((path) => {
  const text = readFileSync(path, 'utf8')
  const imported = importsOf(text)
  const imports = imported.map(({ specifier }) => specifier)
  return { path, room: roomOf(path), text, imported, imports }
})

/** Returns the longest room name that is a prefix of the path. */
function roomOf(path: string): string {
  const rooms = floors.flat().filter((room) => path.startsWith(`src/${room}/`))
  return rooms.sort((one, other) => other.length - one.length)[0] ?? path
}

const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room))

/**
 * Returns the rooms of a wing, and each pair of a room and a room that it imports. A room is a folder or file of the
 * wing.
 */
function arrowsOf(wing: string): { readonly rooms: ReadonlySet<string>; readonly arrows: ReadonlySet<string> } {
  const inWing = (path: string) => path.startsWith(`src/${wing}/`)
  const topRoom = (path: string) => path.split('/')[2] ?? path
  const paths = files.map(({ path }) => path).filter(inWing)
  const arrows = files
    .filter(({ path }) => inWing(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((imported) => imported.startsWith('.'))
        .map((imported) => normalize(join(dirname(path), imported)))
        .filter((to) => inWing(to) && topRoom(to) !== topRoom(path))
        .map((to) => `${topRoom(path)} -> ${topRoom(to)}`),
    )
  return { rooms: new Set(paths.map(topRoom)), arrows: new Set(arrows) }
}

describe('the house', () => {
  it('knows every room', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter(({ room }) => floorOf(room) < 0).map(({ path }) => path)).toEqual([])
  })

  it('imports from its own floor or below, never from above', () => {
    const upward = files.flatMap(({ path, room, imports }) =>
      imports
        .filter((imported) => imported.startsWith('.'))
        .map((imported) => ({ path, to: normalize(join(dirname(path), imported)) }))
        .filter(({ to }) => to.startsWith('src/') && floorOf(roomOf(to)) < floorOf(room)),
    )
    expect(upward).toEqual([])
  })

  it.each(['engine', 'service'])('%s has at most 15 rooms and 45 arrows between them', (wing) => {
    const { rooms, arrows } = arrowsOf(wing)
    expect(rooms.size).toBeGreaterThan(8)
    expect(rooms.size).toBeLessThanOrEqual(15)
    expect(arrows.size).toBeGreaterThan(20)
    expect([...arrows].sort().slice(45)).toEqual([])
  })

  it('keeps each framework in its home', () => {
    const strays = files.flatMap(({ path, room, imports }) =>
      imports
        .map((imported) => (imported.startsWith('@') ? imported : (imported.split('/')[0] ?? '')))
        .filter((name) => homes[name]?.every((home) => home !== room && !matchesGlob(path, `src/${home}`)))
        .map((name) => `${path} imports ${name}`),
    )
    expect(strays).toEqual([])
  })

  it('reads the environment in config.ts only', () => {
    // Checked in the syntax tree, because examples of rules and models contain `process.env` as text.
    const readers = files.filter(
      ({ path, text }) =>
        path !== 'src/settings/config.ts' && /\bprocess\b[^]*?\benv\b/.test(text) && readsEnvironment(text),
    )
    expect(readers.map(({ path }) => path)).toEqual([])
    expect(readsEnvironment('const home = `${process.env.HOME}`')).toBe(true)
    expect(readsEnvironment("import { env } from 'node:process'")).toBe(true)
    expect(readsEnvironment("const example = 'process.env.HOME'")).toBe(false)
  })

  it('keeps the frameworks of the service out of the engine, types included', () => {
    const ofService = ['express', 'postgres', 'drizzle-orm', 'pg-boss', 'probot', 'prom-client', 'pino']
    const strays = files
      .filter(({ path }) => path.startsWith('src/engine/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((name) => ofService.some((one) => name === one || name.startsWith(`${one}/`)))
          .map((name) => [path, name]),
      )
    expect(strays).toEqual([])
  })

  it('starts the command line without the service', () => {
    const byPath = new Map(files.map((file) => [file.path, file]))
    const reached = new Set([
      'src/cli/main.ts',
      'src/cli/scan.ts',
      'src/cli/local-scanner.ts',
      'src/cli/local-advisories.ts',
      'src/cli/advisories-export.ts',
      'src/cli/advisories-status.ts',
      'src/cli/advisories-sync.ts',
      'src/cli/fix.ts',
      'src/cli/mcp.ts',
      'src/cli/mcp/serve-mcp.ts',
      'src/cli/verify-receipt.ts',
    ])
    for (const path of reached)
      for (const { specifier, kind } of byPath.get(path)?.imported ?? []) {
        const to = normalize(join(dirname(path), specifier))
        if (kind === 'value' && specifier.startsWith('.')) reached.add(to)
      }
    expect(reached).toContain('src/cli/run-command.ts')
    expect(reached).toContain('src/engine/scanner/open-engine.ts')
    expect([...reached].filter((path) => path.startsWith('src/service/'))).toEqual([])
  })

  it('writes to the console nowhere', () => {
    expect(files.filter(({ text }) => /\bconsole\.\w+\(/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('has no folder whose name says nothing', () => {
    const nameless = /(^|\/)(lib|core|common|shared|utils?|helpers?|services|managers?|types|constants|misc)(\/|\.ts$)/
    expect(files.filter(({ path }) => nameless.test(path)).map(({ path }) => path)).toEqual([])
  })
})
