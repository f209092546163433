import { describe, expect, it } from 'vitest'
import { delegatedServer } from '../../../src/engine/project-facts/delegated-server.ts'
import { readProjectFacts } from '../../../src/engine/project-facts/read-project-facts.ts'
import { type FileContent, projectSnapshot } from '../inventory/project-snapshot.ts'

const manifest = {
  name: '@acme/browser-mcp',
  mcpName: 'io.github.acme/browser-mcp',
  bin: 'cli.js',
  dependencies: { 'browser-core': '1.0.0', unused: '1.0.0' },
}

async function delegated(files: Readonly<Record<string, FileContent>>, imports: readonly string[], tools = 0) {
  const snapshot = projectSnapshot(files)
  return delegatedServer(snapshot, {
    facts: await readProjectFacts(snapshot, AbortSignal.timeout(5_000)),
    tools: Array.from({ length: tools }, () => ({
      kind: 'tool',
      name: 'open',
      path: 'cli.js',
      line: 1,
      parameters: [],
      capabilities: [],
      annotations: {},
      isDynamic: false,
      isOpen: false,
    })),
    sources: new Map([
      ['cli.js', { imports: imports.map((specifier) => ({ specifier, kind: 'require' })) }],
      ['test/cli.test.js', { imports: [{ specifier: 'unused', kind: 'static' }] }],
    ]),
  })
}

describe('the dependencies with the code of a server', () => {
  it('are those that a program imports which creates no server itself', async () => {
    expect(await delegated({ 'package.json': manifest }, ['browser-core/lib/bundle', 'node:fs'])).toEqual([
      'browser-core',
    ])
  })

  it.each([
    ['a project that creates a server', { 'package.json': manifest, 'cli.js': "new McpServer({ name: 'x' })" }, 0],
    ['a project that offers tools', { 'package.json': manifest }, 1],
    ['a project that is no server', { 'package.json': { ...manifest, mcpName: undefined } }, 0],
  ])('are none of %s', async (_name, files, tools) => {
    expect(await delegated(files, ['browser-core/lib/bundle'], tools)).toEqual([])
  })
})
