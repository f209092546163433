import { noFlows } from '../../../src/engine/analysis/flow.ts'
import { describe, expect, it } from 'vitest'
import type { Detection } from '../../../src/engine/rules/run-detectors.ts'
import { runDetectors } from '../../../src/engine/rules/run-detectors.ts'
import { detectors } from '../../../src/engine/rules/catalogue.ts'
import { requireSomethingScanned } from '../../../src/engine/scanner/nothing-to-scan.ts'
import { projectInventoryOf } from '../inventory/project-inventory-of.ts'
import { type FileContent, projectSnapshot } from '../inventory/project-snapshot.ts'

async function judge(files: Readonly<Record<string, FileContent>>, skipped: readonly string[] = []): Promise<string> {
  const snapshot = { ...projectSnapshot(files), skipped: skipped.map((path) => ({ path, reason: 'is too large' })) }
  const inventory = await projectInventoryOf(files)
  const detection: Detection = await runDetectors(
    {
      snapshot,
      components: inventory.components,
      flows: noFlows,
      advisoryMatches: [],
      signal: AbortSignal.timeout(5_000),
    },
    detectors,
  )
  try {
    await requireSomethingScanned({ snapshot, inventory, detection })
    return 'scanned'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'thrown'
  }
}

describe('a scan of nothing is no pass', () => {
  it.each([
    [{}, 'NOTHING_TO_SCAN'],
    [{ 'logo.png': 'x', 'fonts/text.woff2': 'x' }, 'NOTHING_TO_SCAN'],
    [{ 'README.md': 'hello', 'src/main.c': 'int main;' }, 'NOTHING_TO_SCAN'],
    [{ 'README.md': 'hello', 'src/main.ts': 'export {}' }, 'scanned'],
    [{ 'package.json': '{}' }, 'scanned'],
    [{ 'package.json': '{' }, 'scanned'],
    [{ 'bun.lockb': 'x' }, 'scanned'],
    [{ 'node_modules/a/package.json': '{}' }, 'scanned'],
    [{ '.github/workflows/ci.yml': 'on: push\njobs: {}\n' }, 'scanned'],
  ])('%j: %s', async (files, outcome) => {
    expect(await judge(files)).toBe(outcome)
  })

  it('distinguishes a skipped lockfile from files that no reader supports', async () => {
    expect(await judge({ 'README.md': 'x' }, ['web/pnpm-lock.yaml'])).toBe('scanned')
    expect(await judge({ 'README.md': 'x' }, ['logo.png'])).toBe('NOTHING_TO_SCAN')
  })

  it('leaves a gap wherever it is read and nothing of it is understood', async () => {
    for (const files of [
      { 'package.json': '{' },
      { 'bun.lockb': 'x' },
      { 'node_modules/a/package.json': '{}' },
    ] as const)
      expect((await projectInventoryOf(files)).unreadable).toHaveLength(1)
  })
})
