import { describe, expect, it } from 'vitest'
import type { Component } from '../../../src/engine/model/component.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { annotate } from '../../../src/engine/reports/check-run/annotations.ts'
import { github } from '../../../src/engine/reports/formats/github.ts'
import { sarifLog } from '../../../src/engine/reports/sarif.ts'
import { findingOfMatch } from '../../../src/engine/rules/vulnerable-dependencies/detector.ts'
import { storedFinding } from '../../support/findings.ts'
import { projectInventoryOf } from '../inventory/project-inventory-of.ts'

const entry = (name: string, version: string): string => `[[package]]\nname = "${name}"\nversion = "${version}"\n\n`
const lockfile = (...entries: readonly string[]): string => `${entries.join('')}[metadata]\nlock-version = "2.0"\n`

/** A finding about each component of a poetry.lock, as a scan stores it. */
async function findingsIn(text: string): Promise<Finding[]> {
  const { components } = await projectInventoryOf({ 'poetry.lock': text })
  return components.map(findingAbout)
}

function findingAbout(component: Component): Finding {
  return storedFinding(
    findingOfMatch({
      component,
      advisory: { id: `GHSA-${component.name}`, aliases: [], url: 'https://osv.dev/vulnerability/X' },
      summary: 'A flaw',
      severity: 'high',
      cwe: [],
      malicious: false,
    }),
  )
}

const tool = { name: 'Assay', version: '1.0.0' }
const linesInSarif = (findings: readonly Finding[]) =>
  sarifLog([{ id: 'x', findings, gaps: [] }], { rules: [], tool }).runs[0]?.results?.map(
    ({ locations }) => locations?.[0]?.physicalLocation?.region?.startLine,
  )

describe('the lines of packages in a lockfile', async () => {
  const findings = await findingsIn(lockfile(entry('a', '1.0'), entry('b', '2.0'), entry('c', '3.0')))

  it('are those of their own entries, in SARIF, messages, and workflow commands', () => {
    expect(linesInSarif(findings)).toEqual([2, 6, 10])
    expect(findings[1]?.message).toContain('(poetry.lock:6)')
    const report = {
      target: '.',
      findings,
      source: { type: 'folder' as const, canonicalUrl: 'file:///work/shop', revision: 'x', digest: 'x' },
      verdict: 'fail' as const,
      tools: [],
    }
    const text = github.render([report], {
      folder: '/work/shop',
      componentsOf: () => [],
      columns: 80,
      color: false,
      rules: [],
    })
    expect(text).toContain('file=poetry.lock,line=6,title=b 2.0')
  })

  it('are annotated only where the entry itself changed', () => {
    const annotated = (first: number, last: number) =>
      annotate(findings, { changedLines: new Map([['poetry.lock', [[first, last]]]]), reportOn: 'low' })
        .batches.flat()
        .map(({ start_line, title }) => `${title.slice(0, 8)} ${start_line}`)
    // The line of the version of b, not its first line.
    expect(annotated(7, 7)).toEqual(['high: b  7'])
    expect(annotated(1, 20)).toEqual(['high: a  2', 'high: b  6', 'high: c  10'])
    expect(annotated(1, 1)).toEqual([])
  })

  it('leave fingerprints unchanged when entries move', async () => {
    const moved = await findingsIn(lockfile(entry('aa', '0.1'), entry('a', '1.0'), entry('b', '2.0'), entry('c', '3')))
    expect(linesInSarif(moved)).toEqual([6, 2, 10, 14])
    const prints = (list: readonly Finding[]) =>
      list.filter(({ component }) => component?.name !== 'aa').map(({ fingerprint }) => fingerprint)
    expect(prints(moved)).toEqual(prints(findings))
  })
})
