import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { bundled, type Bundling } from './bundlers.ts'
import { corpusServers, type CorpusServer, findingsOf } from './corpus-server.ts'
import { expectedFindings } from './expected-findings.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-bundles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const servers = corpusServers()
const sources = new Map<string, Promise<string[]>>()

/** Returns the findings in the sources of a server. They are computed once. */
function sourceFindings({ id, texts }: CorpusServer): Promise<string[]> {
  const known = sources.get(id) ?? findingsOf(texts)
  sources.set(id, known)
  return known
}

/**
 * Pairs with special features: guards in other files, classes, CommonJS, nested bundles, tables, framework calls,
 * middleware, filters, framework arguments, and computed imports. `all-bundles.ts` tests every pair with every bundler.
 */
const special = [
  'android-class-wrapper',
  'bundled-helpers-style',
  'compiled-commonjs-export',
  'docs-prefix-separator',
  'filter-new-function',
  'guard-result-ignored',
  'image-handler-table',
  'login-return-redirect',
  'retry-callback',
  'tracker-base-url',
  'translator-index-reexport',
  'badge-hono-html',
  'plugin-dynamic-import',
  'plugin-import-allowed',
  'song-decorated-check',
  'cors-any-origin',
  'list-filter-not-in-call',
  'session-owner-unchecked',
  'sse-bearer-missing',
  'token-check-optional',
  'transport-allowed-hosts',
]

describe('a server that is bundled', () => {
  it.each<{ readonly bundling: Bundling; readonly pairs: readonly string[] | undefined }>([
    { bundling: 'esbuild-minified', pairs: undefined },
    { bundling: 'tsup-minified', pairs: special },
    { bundling: 'vite-minified', pairs: special },
    { bundling: 'webpack', pairs: special },
    { bundling: 'webpack-minified', pairs: special.slice(-10) },
  ])(
    'by $bundling has the findings of its sources',
    async ({ bundling, pairs }) => {
      const chosen = servers.filter(({ pair }) => pairs?.includes(pair) ?? true)
      expect(new Set(chosen.map(({ pair }) => pair)).size).toBe(pairs?.length ?? 118)
      const made = await bundled(chosen, bundling, join(folder, bundling))
      const expected = new Map<string, readonly string[]>()
      const found = new Map<string, readonly string[]>()
      for (const server of chosen) {
        expected.set(server.id, expectedFindings(server, bundling, await sourceFindings(server)))
        found.set(server.id, await findingsOf(made.get(server.id) ?? {}))
      }
      expect(found).toEqual(expected)
    },
    120_000,
  )

  it('has the flaw no longer where its bundler makes a table of what it imports by a value', async () => {
    const chosen = servers.filter(({ id }) => id === 'plugin-import-allowed/vulnerable')
    expect(await Promise.all(chosen.map(sourceFindings))).toEqual([
      ['critical code-injection: Code injection in tool "export"'],
    ])
    for (const bundling of ['esbuild', 'tsup', 'vite', 'webpack'] as const) {
      const code = [...(await bundled(chosen, bundling, join(folder, 'tables', bundling))).values()]
        .map((texts) => texts['dist/index.js'])
        .join('\n')
      // Computed imports remain only in comments. The names of modules are keys.
      expect(code).not.toMatch(/^(?!\s*\/\/).*\bimport\(/m)
      expect(code).toMatch(/"\.\/(?:formats\/)?csv\.js":/)
    }
  }, 60_000)
})

describe('a pair of servers', () => {
  it('is distinguished by a rule that reports only the vulnerable one', async () => {
    const not: string[] = []
    for (const pair of new Set(servers.map((server) => server.pair))) {
      const [vulnerable, safe] = await Promise.all(
        (['vulnerable', 'safe'] as const).map(async (side) =>
          rulesIn(servers.filter((server) => server.pair === pair && server.side === side)),
        ),
      )
      if ([...(vulnerable ?? [])].every((rule) => safe?.has(rule))) not.push(pair)
    }
    expect(not).toEqual([])
  }, 120_000)

  async function rulesIn(some: readonly CorpusServer[]): Promise<Set<string>> {
    const findings = (await Promise.all(some.map(sourceFindings))).flat()
    return new Set(findings.map((finding) => finding.slice(0, finding.indexOf(':'))))
  }
})
