import { describe, expect, it } from 'vitest'
import { containerLaunches } from '../../../../src/engine/inventory/readers/mcp/container-launches.ts'
import { serverManifest } from '../../../../src/engine/inventory/readers/mcp/server-manifest.ts'
import { shellCommands } from '../../../../src/engine/inventory/readers/mcp/shell-commands.ts'
import { resolvedProject } from '../resolution/resolved-project.ts'
import { told, waysOf } from '../project-inventory-of.ts'
import { packagesOf, readingOf, requestsOf } from './reading.ts'

const unpinned = 'the configuration has no exact version, so each start may install a different one'
const dockerfile = (text: string, files: Readonly<Record<string, string>> = {}) =>
  readingOf(containerLaunches, { Dockerfile: text, ...files })

describe('launches in a Dockerfile', () => {
  it.each([
    ['CMD ["npx", "-y", "acme@1.2.3"]', ['acme@1.2.3 direct']],
    ['ENTRYPOINT npx -y acme@1.2.3 --port 80', ['acme@1.2.3 direct']],
    ['CMD ["sh", "-c", "exec uvx acme==1.2.3"]', ['acme@1.2.3 direct']],
    ['RUN cd /srv && DEBUG=1 bunx acme@1.2.3; true', ['acme@1.2.3 direct']],
    ['RUN apt-get update \\\n  && pipx run acme==1.2.3', ['acme@1.2.3 direct']],
    ['RUN echo npx acme@1.2.3', []],
    ['CMD ["node", "server.js", "npx", "acme@1.2.3"]', []],
  ])('are packages: %j', (text, packages) => {
    expect(packagesOf(dockerfile(`FROM node\n${text}`))).toEqual(packages)
  })

  it('without a version are requests with their line', () => {
    const reading = dockerfile('FROM node\nRUN true\nCMD ["npx", "acme"]')
    expect(requestsOf(reading)).toEqual([`acme: ${unpinned} (any version)`])
    expect(reading.requests[0]?.line).toBe(3)
  })

  it('do not include programs of the project itself', () => {
    expect(dockerfile('FROM node\nRUN npx tsc\nRUN npx prisma generate', { 'package.json': '{}' }).requests).toEqual([])
  })

  it('with another registry are not asked for', () => {
    const { installations, requests } = dockerfile('FROM node\nCMD npx --registry https://npm.acme.example acme@1.0.0')
    expect([installations, requests.map(({ name }) => name)]).toEqual([undefined, ['acme']])
  })
})

describe('launches in a Compose file', () => {
  it('are read from command and entry point', () => {
    const text =
      'services:\n  a:\n    image: node\n    command: npx -y acme@1.2.3\n  b:\n    image: uv\n' +
      '    entrypoint: ["uvx"]\n    command: ["other==2.0", "--port", "80"]\n'
    expect(packagesOf(readingOf(containerLaunches, { 'compose.yaml': text }))).toEqual([
      'acme@1.2.3 direct',
      'other@2.0 direct',
    ])
  })
})

describe('manifests of servers', () => {
  it('server.json lists packages of npm and PyPI', () => {
    const text = JSON.stringify({
      $schema: 'https://static.modelcontextprotocol.io/schemas/server.schema.json',
      packages: [
        { registryType: 'npm', identifier: '@acme/server', version: '1.2.3' },
        { registryType: 'pypi', identifier: 'acme-server', version: '2.0' },
        { registryType: 'oci', identifier: 'acme/server' },
      ],
    })
    expect(packagesOf(readingOf(serverManifest, { 'server.json': text }))).toEqual([
      '@acme/server@1.2.3 direct',
      'acme-server@2.0 direct',
    ])
  })

  it('smithery.yaml names the command in a function', () => {
    const text =
      "startCommand:\n  type: stdio\n  commandFunction: |-\n    (config) => ({ command: 'npx', " +
      "args: ['-y', '@acme/server@1.2.3'], env: {} })\n"
    expect(packagesOf(readingOf(serverManifest, { 'smithery.yaml': text }))).toEqual(['@acme/server@1.2.3 direct'])
  })
})

describe('a launched package', () => {
  const npm = { 'acme@1.0.0': { dependencies: { b: '^1' } }, 'acme@2.0.0': {}, 'b@1.1.0': {} }

  it('is a component with its tree, each launch on its own', async () => {
    const { inventory, npmRequests, pypiRequests } = await resolvedProject(
      {
        '.mcp.json': {
          mcpServers: {
            one: { command: 'npx', args: ['-y', 'acme@1.0.0'] },
            two: { command: 'npx', args: ['-y', 'acme'] },
            three: { command: 'uvx', args: ['tool[x]@latest'] },
          },
        },
      },
      { npm, pypi: { 'tool@1.0': { requires: ['extra; extra == "x"'] }, 'extra@3.0': {} } },
    )
    expect(told(inventory)).toEqual([
      'extra@3.0',
      'tool@1.0 direct',
      'acme@1.0.0 direct',
      'acme@2.0.0 direct',
      'b@1.1.0',
    ])
    expect(waysOf(inventory, 'b@1.1.0')).toEqual(['.mcp.json: project > acme@1.0.0 > b@1.1.0'])
    expect(inventory).toMatchObject({ complete: true, unresolved: [] })
    expect([...new Set(npmRequests)].toSorted()).toEqual(['acme', 'b'])
    expect(pypiRequests.length).toBeGreaterThan(0)
  })

  it('that is the project itself is left to its own manifest', async () => {
    const { inventory, npmRequests } = await resolvedProject(
      {
        'package.json': { name: 'acme', version: '2.0.0' },
        '.mcp.json': { mcpServers: { own: { command: 'npx', args: ['-y', 'acme'] } } },
      },
      { npm },
    )
    expect(npmRequests).toEqual([])
    expect(inventory).toMatchObject({ components: [], unresolved: [], complete: true })
  })
})

describe('the words of a shell command', () => {
  it('are separated by operators, without quotes', () => {
    expect(shellCommands(`a "b c" 'd'e && f\\ g; (h | i) &`)).toEqual([['a', 'b c', 'de'], ['f g'], ['h'], ['i']])
  })
})
