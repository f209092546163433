import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { toolsIn } from '../rules/tool-definitions/find-in-server.ts'
import { inventSecret } from '../rules/corpus/invent-secret.ts'
import { scanTarget } from '../../../src/engine/scanner/scan.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testIsolation } from '../../support/test-isolation.ts'
import { workingTree } from '../../support/working-tree.ts'

const secret = (name: string) => inventSecret('openai-key', name)
const server = `import requests
from mcp.server.fastmcp import FastMCP
mcp = FastMCP("shop")

@mcp.tool()
def find(query: str, api_key: str = "${secret('default')}") -> str:
    """Finds an order. The key of the shop is ${secret('description')}."""
    return requests.get("https://${inventSecret('github-token', 'a host')}.api.Example.com/" + query)
`

it('stores no secret of a definition, and the hash of the definition as it was written', async () => {
  using tree = workingTree()
  writeFileSync(join(tree.path, 'server.py'), server)
  writeFileSync(
    join(tree.path, 'tools.json'),
    JSON.stringify({
      tools: [
        {
          name: 'send',
          title: `Sends ${secret('title')}`,
          inputSchema: { properties: { token: { type: 'string', enum: [secret('enum'), 'none'], default: 'none' } } },
        },
      ],
    }),
  )
  const unasked = () => {
    throw new Error('no advisories are asked for')
  }
  const context = {
    sources: sourceContext(),
    isolation: testIsolation(),
    advisories: { ready: unasked, match: unasked, unreadable: unasked },
  }
  const { tools } = await scanTarget(
    context,
    { type: 'folder', path: tree.path },
    { report: () => undefined, signal: AbortSignal.timeout(60_000), without: new Set(['vulnerable-dependencies']) },
  )
  expect(
    tools.map(({ name, title, description, parameters }) => ({
      name,
      title,
      description,
      values: parameters.map((one) => [one.name, one.default, one.enum]),
    })),
  ).toEqual([
    {
      name: 'find',
      title: undefined,
      description: expect.stringMatching(/^Finds an order\. The key of the shop is [a-z-]{0,4}\*{6}\.$/),
      values: [
        ['query', undefined, undefined],
        ['api_key', expect.stringMatching(/^[a-z-]{0,4}\*{6}$/), undefined],
      ],
    },
    {
      name: 'send',
      title: expect.stringMatching(/^Sends [a-z-]{0,4}\*{6}$/),
      description: undefined,
      values: [['token', 'none', [expect.stringMatching(/^[a-z-]{0,4}\*{6}$/), 'none']]],
    },
  ])
  expect(tools[0]?.destinations).toEqual([{ name: 'ghp_masked.api.example.com', path: 'server.py', line: 8 }])
  expect(tools[0]?.definitionHash).toBe(toolsIn({ 'server.py': server })[0]?.definitionHash)
})
