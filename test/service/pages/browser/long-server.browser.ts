import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Component } from '../../../../src/engine/model/component.ts'
import type { Finding } from '../../../../src/engine/model/finding.ts'
import { enterStored, projectFacts, scannedTool, storeScan } from '../../registry/entered-scan.ts'
import { dependencyFinding, storedFinding } from '../../../support/findings.ts'
import { testApi } from '../../../support/test-api.ts'
import { browserOfFile, keepPicture, newVisitor, overflowOf } from './open-page.ts'

const browser = browserOfFile()
const api = await testApi()
const { accountId } = await api.account('owner')

const sentence = 'An attacker who controls the argument can run any command with the privileges of the server.'

/** Five findings in each of 40 tools, 200 in packages of ten each, and 100 of one kind. */
const findings: readonly Finding[] = Array.from({ length: 500 }, (_, index) => {
  const common = { id: randomUUID(), fingerprint: randomUUID(), remediation: 'Use execFile("ping", ["--", host]).' }
  if (index >= 200 && index < 400) {
    const name = `package-${Math.floor(index / 10)}`
    return dependencyFinding(`GHSA-aaaa-bbbb-${1_000 + index}`, {
      ...common,
      severity: 'medium',
      title: `${name} 1.0.0: Prototype pollution in ${name} through a crafted object`,
      message: sentence.repeat(2),
      component: {
        purl: `pkg:npm/${name}@1.0.0`,
        name,
        version: '1.0.0',
        ecosystem: 'npm',
        direct: index < 250,
        dev: false,
        introducedBy: [{ manifest: 'package.json', path: ['long@2.9.6', 'middle@1.0.0', `${name}@1.0.0`] }],
      },
    })
  }
  return storedFinding({
    ...common,
    ruleId: 'command-injection',
    category: 'code',
    severity: index < 2 ? 'critical' : index < 200 ? 'high' : 'low',
    precision: 'high',
    title: index < 200 ? `Command injection in tool "tool_${Math.floor(index / 5)}"` : 'Command injection in a script',
    message: `The argument "host" reaches exec() at src/tools/run-${index}.ts:11 without validation. ${sentence}`,
    location: {
      path: `src/tools/run-${index}.ts`,
      startLine: 11,
      snippet: Array.from({ length: 14 }, (__, line) => `  const value${line} = exec('ping -c 1 ' + host)`).join('\n'),
    },
    trace: Array.from({ length: 20 }, (__, step) => ({
      path: `src/tools/run-${index}.ts`,
      line: step + 1,
      message: 'The value is passed to the next function of the chain',
    })),
    cwe: ['CWE-78'],
  })
})

const components: readonly Component[] = Array.from({ length: 400 }, (_, index) => ({
  purl: `pkg:npm/package-${index}@1.0.0`,
  name: `package-${index}`,
  version: '1.0.0',
  ecosystem: 'npm',
  direct: index < 25,
  dev: index % 7 === 0,
  introducedBy: [
    {
      manifest: 'package.json',
      path: ['long@2.9.6', ...(index < 25 ? [] : ['package-1@1.0.0', 'package-2@1.0.0']), `package-${index}@1.0.0`],
    },
  ],
  license: { expression: 'MIT' },
}))

const tools = Array.from({ length: 200 }, (_, index) =>
  scannedTool(`tool_${index}`, {
    description: sentence,
    capabilities: [...(index % 2 === 0 ? (['executes-commands'] as const) : []), 'network-egress'],
    parameters: [{ name: 'host', type: 'string', description: sentence }],
  }),
)

/** Adds versions of a package to the registry. The last one is the current version. */
async function entered(
  name: string,
  versions: readonly {
    readonly version: string
    readonly findings?: readonly Finding[]
    readonly tools?: typeof tools
  }[],
) {
  const start = Date.now() - 200 * 86_400_000
  for (const [index, { version, ...scan }] of versions.entries()) {
    const id = await storeScan(api.db, accountId, {
      source: { type: 'npm', canonicalUrl: `https://www.npmjs.com/package/${name}`, revision: version },
      facts: projectFacts({ bin: [name], description: 'An MCP server for the network of an office.' }),
      components,
      completedAt: new Date(start + index * 86_400_000),
      ...scan,
    })
    await enterStored(api.db, id, version)
  }
}

await entered('long', [
  ...Array.from({ length: 60 }, (_, index) => ({
    version: `1.${index}.0`,
    findings: findings.slice(index * 2, index * 5),
    tools: tools.slice(0, 20 + index),
  })),
  { version: '2.9.6', findings, tools },
])

const groupOfHundred = `findings?group=${findings[499]?.fingerprint.slice(0, 16)}`

it.each([
  '',
  'findings',
  groupOfHundred,
  'findings?severity=medium',
  'tools',
  'dependencies',
  'versions',
  'history',
  'badge',
])('is at most 8,000 px tall on a phone for a server with 500 findings: /%s', async (tab) => {
  const context = await newVisitor(browser(), api.address)
  const page = await context.newPage()
  let bytes = 0
  page.on('response', (response) => {
    void response
      .request()
      .sizes()
      .then(({ responseBodySize }) => (bytes += responseBodySize))
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/servers/npm-long/${tab}`.replace(/\/$/, ''))
  await page.waitForLoadState('networkidle')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await keepPicture(page, `long-server-${tab.split('?', 1)[0] || 'overview'}-390`)
  expect(height).toBeLessThanOrEqual(8_000)
  expect(await overflowOf(page)).toBe(0)
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThan(150 * 1_024)
  await context.close()
})

it('shows the verdict, its reason, and all tabs in the first 900 px', async () => {
  for (const width of [390, 1280]) {
    const context = await newVisitor(browser(), api.address)
    const page = await context.newPage()
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/servers/npm-long')
    await keepPicture(page, `long-server-overview-${width}`)
    for (const part of [
      page.getByText('Do not install 2.9.6'),
      page.getByRole('link', { name: 'command injection in tool "tool_0"' }),
      page.getByRole('navigation', { name: 'Server' }).getByRole('link', { name: 'Badge and API' }),
    ]) {
      const box = await part.first().boundingBox()
      expect(box && box.y + box.height, `${width}`).toBeLessThan(900)
    }
    await context.close()
  }
})
