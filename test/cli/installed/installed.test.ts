import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InstalledServers } from '../../../src/engine/model/installed-servers.ts'
import { dataFolder, runAssay } from '../../support/assay-process.ts'
import { type NpmStandIn, startNpmStandIn } from '../../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../support/osv-feed.ts'
import { workingTree } from '../../support/working-tree.ts'

const data = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
const tree = workingTree()
/** A remote server that must not be contacted. */
const remote = createServer((_request, response) => response.end())
let remoteConnections = 0
let registry: NpmStandIn
let settings: Record<string, string>

const mcpServer = (handler: string) => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { exec } from 'node:child_process'
import { z } from 'zod'
const server = new McpServer({ name: 'it', version: '1.0.0' })
server.tool('read_note', 'Reads a note.', { name: z.string() }, async ({ name }) => { ${handler} })
`
const manifest = (name: string) => JSON.stringify({ name, version: '1.0.0', type: 'module' })
const secrets = ['ghp_q83hFJ2kLmXz91PwRtYb6Nc4Vd7Es0AuTi5G', 'pathsecret0123456789', 'k9Qz72LmXw04Rt8bVn3c']

beforeAll(async () => {
  registry = await startNpmStandIn({
    'fine-server@1.0.0': {
      type: 'module',
      main: 'index.js',
      files: { 'index.js': mcpServer("return { content: [{ type: 'text', text: 'a note' }] }") },
    },
  })
  remote.on('connection', () => (remoteConnections += 1))
  remote.listen(0, '127.0.0.1')
  await once(remote, 'listening')
  const address = remote.address()
  const port = typeof address === 'object' && address ? address.port : 0
  tree.write({
    'code/flawed/package.json': manifest('flawed'),
    'code/flawed/index.js': mcpServer('exec(`cat ${name}`); return { content: [] }'),
    'code/flawed/start.sh': `#!/bin/sh\ntouch ${tree.path}/started\n`,
    'home/.cursor/mcp.json': JSON.stringify({
      mcpServers: {
        fine: { command: 'npx', args: ['-y', 'fine-server@1.0.0'], env: { GITHUB_TOKEN: secrets[0] } },
        flawed: { command: 'sh', args: [join(tree.path, 'code/flawed/start.sh')] },
        hosted: { url: `http://127.0.0.1:${port}/${secrets[1]}/mcp`, headers: { 'X-Api-Key': secrets[2] } },
      },
    }),
    'home/.codeium/windsurf/mcp_config.json': JSON.stringify({
      mcpServers: { again: { command: 'npx', args: ['fine-server'] } },
    }),
    'project/.vscode/mcp.json': JSON.stringify({
      servers: { 'fine too': { command: 'npx', args: ['fine-server@1.0.0'] } },
    }),
  })
  settings = {
    ASSAY_DATA_DIR: data.path,
    HOME: join(tree.path, 'home'),
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
  }
})
afterAll(async () => {
  await registry.close()
  remote.close()
  data.remove()
  feed.remove()
  tree[Symbol.dispose]()
})

const installed = (...words: string[]) =>
  runAssay(['installed', '--project', join(tree.path, 'project'), ...words], settings)

describe('assay installed', () => {
  it('scans every server once, starts and contacts none, and prints no secret', async () => {
    const { out, err, code } = await installed('--format', 'json')
    const { verdict, servers, scans } = InstalledServers.parse(JSON.parse(out))
    expect(
      servers.map(({ name, client, program, result, secretsIn, sharedTools }) => ({
        name,
        client,
        program: program.label.replace(tree.path, ''),
        pinned: program.isPinned,
        verdict: result?.verdict,
        worst: result?.worstFinding?.ruleId,
        secretsIn,
        sharedTools,
      })),
    ).toEqual([
      {
        name: 'fine',
        client: 'Cursor',
        program: 'npm:fine-server@1.0.0',
        pinned: true,
        verdict: 'pass',
        worst: undefined,
        secretsIn: ['GITHUB_TOKEN'],
        sharedTools: [{ tool: 'read_note', server: 'flawed' }],
      },
      {
        name: 'flawed',
        client: 'Cursor',
        program: '/code/flawed',
        pinned: undefined,
        verdict: 'fail',
        worst: 'command-injection',
        secretsIn: [],
        sharedTools: [{ tool: 'read_note', server: 'fine' }],
      },
      {
        name: 'hosted',
        client: 'Cursor',
        program: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        pinned: undefined,
        verdict: undefined,
        worst: undefined,
        secretsIn: ['X-Api-Key'],
        sharedTools: [],
      },
      {
        name: 'fine too',
        client: 'VS Code',
        program: 'npm:fine-server@1.0.0',
        pinned: true,
        verdict: 'pass',
        worst: undefined,
        secretsIn: [],
        sharedTools: [],
      },
      {
        name: 'again',
        client: 'Windsurf',
        program: 'npm:fine-server',
        pinned: false,
        verdict: 'pass',
        worst: undefined,
        secretsIn: [],
        sharedTools: [],
      },
    ])
    expect([verdict, code]).toEqual(['fail', 1])
    expect(scans.map(({ target }) => target.replace(tree.path, ''))).toEqual([
      'npm:fine-server@1.0.0',
      '/code/flawed',
      'npm:fine-server',
    ])
    for (const secret of secrets) expect(`${out}${err}`).not.toContain(secret)
    expect(remoteConnections).toBe(0)
    expect(existsSync(join(tree.path, 'started'))).toBe(false)
  })

  it('shows a table with the servers of one client', async () => {
    const { out, code } = await installed('--client', 'windsurf')
    expect(code).toBe(0)
    expect(out).toMatch(/again +A[^]*npm:fine-server[^]*Windsurf/)
    expect(out).toContain('not pinned')
    expect(out).toContain('1 server  pass')
    expect(out).not.toContain('flawed')
  })

  it('says that there is no server, and is not green', async () => {
    const { out, err, code } = await installed('--client', 'zed', '--format', 'json')
    expect([JSON.parse(out).verdict, code]).toEqual(['nothing-scanned', 3])
    expect(err).toContain('Found no MCP servers')
  })

  it('scans only local folders offline', async () => {
    const before = registry.requests.length
    const { out, code } = await installed('--offline', '--format', 'json')
    const { servers } = InstalledServers.parse(JSON.parse(out))
    expect(servers.filter(({ result }) => result).map(({ name }) => name)).toEqual(['flawed'])
    expect([code, registry.requests.length]).toEqual([1, before])
  })
})
