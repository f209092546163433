import { describe, expect, it } from 'vitest'
import { noFlows } from '../../../src/engine/analysis/flow.ts'
import { detectors } from '../../../src/engine/rules/catalogue.ts'
import { runDetectors } from '../../../src/engine/rules/run-detectors.ts'
import { type FileContent, projectSnapshot } from '../inventory/project-snapshot.ts'
import { inventSecret } from './corpus/invent-secret.ts'

const token = inventSecret('github-token', 'told once')
const plain = inventSecret('password', 'told once')

/** Returns rules, lines, and titles of the findings of all detectors. */
async function found(files: Record<string, FileContent>, without: readonly string[] = []) {
  const { findings } = await runDetectors(
    {
      snapshot: projectSnapshot(files),
      components: [],
      advisoryMatches: [],
      flows: noFlows,
      signal: new AbortController().signal,
    },
    detectors,
    new Set(without),
  )
  return findings
}

const rulesOf = async (...given: Parameters<typeof found>) =>
  (await found(...given)).map(({ ruleId, location }) => `${ruleId} ${location?.startLine}`).sort()

describe('a secret in settings', () => {
  const settings = (env: object) => ({
    '.mcp.json': JSON.stringify({ mcpServers: { shop: { command: 'node', args: ['server.js'], env } } }, undefined, 1),
  })

  it('is reported once, by the rule that knows its kind', async () => {
    expect(await rulesOf(settings({ GITHUB_TOKEN: token }))).toEqual(['leaked-github-personal-token 9'])
    expect(await rulesOf({ '.npmrc': `//registry.example/:_authToken=${inventSecret('npm-token', 'a')}` })).toEqual([
      'leaked-npm-token 1',
    ])
  })

  it('is reported by its setting if no other rule reports it', async () => {
    expect(await rulesOf(settings({ GITHUB_TOKEN: token }), ['leaked-secrets'])).toEqual(['client-config-secret 9'])
  })

  it('is a separate finding, also in one line with others', async () => {
    const text = JSON.stringify({
      mcpServers: {
        shop: {
          command: 'node',
          args: ['server.js'],
          env: { GITHUB_TOKEN: token, SHOP_PASSWORD: plain, OTHER_TOKEN: inventSecret('github-token', 'another') },
        },
      },
    })
    const rules = await rulesOf({ '.mcp.json': text })
    expect(rules).toHaveLength(3)
    expect(rules.filter((rule) => rule === 'leaked-github-personal-token 1')).toHaveLength(2)
  })
})

describe('two files that are called alike once their secrets are masked', () => {
  it('keep a finding each', async () => {
    const folder = (name: string) => inventSecret('github-token', name)
    const files = {
      [`${folder('one')}/.mcp.json`]: JSON.stringify({
        mcpServers: { shop: { command: 'node', args: ['server.js'], env: { SHOP_PASSWORD: plain } } },
      }),
      [`${folder('two')}/.mcp.json`]: JSON.stringify({ note: `${'a word '.repeat(20)} ${token}` }),
    }
    const findings = await found(files)
    expect(findings.map(({ ruleId }) => ruleId).sort()).toEqual([
      'client-config-secret',
      'leaked-github-personal-token',
    ])
    expect(new Set(findings.map(({ location }) => location?.path))).toEqual(new Set(['ghp_******/.mcp.json']))
  })
})

describe('the title of a finding', () => {
  it('shows no secret that the project put into a name', async () => {
    const findings = await found({
      'package.json': { name: 'shop', dependencies: { a: `git+https://git.example/acme/${token}` } },
      '.mcp.json': { mcpServers: { [token]: { command: 'npx', args: ['-y', 'shop'] } } },
    })
    expect(findings.length).toBeGreaterThan(1)
    expect(
      findings.filter(({ title, message, remediation, location }) =>
        `${title}${message}${remediation}${location?.snippet}`.includes(token),
      ),
    ).toEqual([])
    expect(findings.some(({ title }) => title.includes('ghp_******'))).toBe(true)
  })
})
