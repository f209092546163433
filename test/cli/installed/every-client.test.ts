import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mcpClients } from '../../../src/cli/installed/clients/catalogue.ts'
import { clientFolders } from '../../../src/cli/installed/clients/mcp-client.ts'
import { InstalledServers } from '../../../src/engine/model/installed-servers.ts'
import { dataFolder, environment } from '../../support/assay-process.ts'
import { clientSettings } from '../../support/client-settings.ts'
import { type NpmStandIn, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../support/osv-feed.ts'
import { workingTree } from '../../support/working-tree.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const data = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
let registry: NpmStandIn

beforeAll(async () => {
  registry = await startNpmStandIn({ 'some-server@1.2.3': { files: { 'index.js': 'export {}\n' } } })
})
afterAll(async () => {
  await registry.close()
  data.remove()
  feed.remove()
})

/** Command line of Assay's own child processes, which parse files. */
const ownChild = /^\/bin\/sh [^]*ulimit -c 0[^]* assay \d/

/** Runs `assay installed` for a platform, and records the started programs and connections. */
async function recorded(platform: string, cwd: string, words: readonly string[]) {
  const records = join(cwd, 'records.jsonl')
  writeFileSync(records, '')
  const child = spawn(
    process.execPath,
    ['--import', join(root, 'test/support/record-process.ts'), join(root, 'assay.js'), 'installed', ...words],
    {
      cwd,
      env: environment({
        ASSAY_DATA_DIR: data.path,
        HOME: join(cwd, 'home'),
        npm_config_registry: registry.url,
        ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
        OSV_URL: feed.url,
        LOG_LEVEL: 'trace',
        RECORD_FILE: records,
        RECORD_PLATFORM: platform,
      }),
    },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const [code] = await once(child, 'exit')
  const lines = readFileSync(records, 'utf8').split('\n').filter(Boolean)
  const entries = lines.map((line) => JSON.parse(line) as { program?: string; args?: string[]; connection?: string })
  return {
    out,
    err,
    code: Number(code),
    programs: entries.flatMap(({ program, args = [] }) =>
      program === undefined ? [] : [[program, ...args].join(' ')],
    ),
    connections: new Set(entries.flatMap(({ connection }) => connection ?? [])),
  }
}

it.each(['linux', 'darwin', 'win32'] as const)(
  'lists every server of every client on %s',
  async (platform) => {
    using tree = workingTree()
    const cwd = tree.path
    const project = join(cwd, 'project')
    mkdirSync(project)
    const place = { platform, home: join(cwd, 'home'), variables: {}, project }
    const written: { readonly client: string; readonly name: string }[] = []
    const secrets: string[] = []
    // System folders are outside of the fixture. On Windows they are not, because paths of this machine have no drive.
    for (const client of mcpClients)
      for (const [index, file] of client.files(clientFolders(place)).entries()) {
        if (file.scope === 'system' && platform !== 'win32') continue
        // A Windows path is a single file name on this system.
        const path = resolve(
          cwd,
          file.path.replace(/[/\\]\*[/\\](.*)$/s, (_, end: string) => `/one/${end}`),
        )
        const server = {
          name: `${client.id}-${index}`,
          secret: `ghp_${client.id.replaceAll('-', '')}${index}q83hFJ2kLmXz91PwRtYb6Nc4Vd7`
            .slice(0, 40)
            .padEnd(40, '0'),
        }
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, clientSettings(file.path, server))
        written.push({ client: client.name, name: server.name })
        secrets.push(server.secret)
      }
    const { out, err, code, programs, connections } = await recorded(platform, cwd, [
      '--project',
      project,
      '--format',
      'json',
    ])
    const { servers, unreadable } = InstalledServers.parse(JSON.parse(out || '{}'))
    const shown = servers.map(({ client, name }) => ({ client, name }))
    expect(unreadable).toEqual([])
    expect(new Set(servers.map(({ client }) => client))).toEqual(new Set(mcpClients.map(({ name }) => name)))
    expect(shown).toEqual(expect.arrayContaining(written))
    expect(servers.every(({ secretsIn }) => secretsIn.includes('GITHUB_TOKEN'))).toBe(true)
    expect(new Set(servers.map(({ result }) => result?.verdict))).toEqual(new Set(['pass']))
    expect(code).toBe(0)
    expect(programs.length).toBeGreaterThan(0)
    expect(programs.filter((command) => !ownChild.test(command) || /npx|some-server/.test(command))).toEqual([])
    expect([...connections]).toEqual([new URL(registry.url).host])
    const { out: table } = await recorded(platform, cwd, ['--project', project])
    for (const { name } of written) expect(table.replaceAll(/\s/g, '')).toContain(name)
    for (const secret of secrets) expect(`${out}${err}${table}`).not.toContain(secret)
  },
  120_000,
)
