import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Bundling, isToldApart, javaScriptPairs } from './bundled-pair.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-bundles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Pairs that are not told apart as they were written either. */
const open: ReadonlySet<string> = new Set(['cloned-repository-read', 'oauth-metadata-open', 'status-page-xss'])

/** What a bundler makes of a pair that cannot be followed: esbuild's wrapper of a bundle inside of a bundle, which it puts into one expression. */
const missed: Readonly<Partial<Record<Bundling, readonly string[]>>> = { 'esbuild-minified': ['bundled-helpers-style'] }

/** For webpack, which takes half a second for each server: guards in other files, classes, modules of CommonJS, handlers of requests. `all-bundles.ts` has all. */
const ofWebpack = ['android-class-wrapper', 'compiled-commonjs-export', 'image-handler-table', 'login-return-redirect', 'report-guard-in-other-file', 'retry-callback', 'translator-index-reexport']

describe('a pair of servers in a bundle', () => {
  const pairs = javaScriptPairs().filter(({ id }) => !open.has(id))

  it.each(['esbuild', 'esbuild-minified'] as const)('of %s is told apart like its sources', async (bundling) => {
    const not: string[] = []
    for (const pair of pairs) if (!(await isToldApart(pair, bundling, folder))) not.push(pair.id)
    expect(not).toEqual(missed[bundling] ?? [])
  }, 120_000)

  it.each(['webpack', 'webpack-minified'] as const)('of %s is told apart like its sources', async (bundling) => {
    const not: string[] = []
    const chosen = pairs.filter(({ id }) => ofWebpack.includes(id))
    expect(chosen.length).toBe(ofWebpack.length)
    for (const pair of chosen) if (!(await isToldApart(pair, bundling, join(folder, bundling)))) not.push(pair.id)
    expect(not).toEqual([])
  }, 120_000)
})
