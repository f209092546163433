import { stripVTControlCharacters } from 'node:util'
import { render } from 'preact-render-to-string'
import type { VNode } from 'preact'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { findingCard } from '../../../src/service/pages/parts/finding-card.ts'
import { annotate } from '../../../src/engine/reports/check-run/annotations.ts'
import { groupTable } from '../../../src/engine/reports/check-run/group-rows.ts'
import { groupFindings } from '../../../src/engine/reports/finding-groups.ts'
import { publishedFinding } from '../../../src/engine/reports/published-finding.ts'
import { sarifLog } from '../../../src/engine/reports/sarif.ts'
import { terminalReport } from '../../../src/engine/reports/terminal-report.ts'
import { findingToSend } from '../../../src/service/webhooks/finding-to-send.ts'
import { storedFinding } from '../../support/findings.ts'
import { sarifValidator } from '../../support/official-schemas.ts'

const path = 'dist/stdio.js'
const finding = (source: string): Finding =>
  storedFinding({
    ruleId: 'path-traversal',
    category: 'code',
    severity: 'high',
    title: 'It opens what it is told',
    location: { path, startLine: 1641, original: { path: source, line: 41 } },
    trace: [
      { path, line: 12, message: 'comes in', original: { path: source, line: 7 } },
      { path, line: 1641, message: 'is opened' },
    ],
  })
const told = finding('src/tools/course.ts')
const hostile = finding('src/<script>alert(1)</script>\u001b[2J|`x`](https://evil.example)/a b.ts')

const onTerminal = (one: Finding) =>
  stripVTControlCharacters(
    terminalReport({ target: 'x', verdict: 'fail', findings: [one] }, { columns: 200, color: false }),
  )
const onPage = (one: Finding) => render(findingCard(one) as VNode)
const inCheck = (one: Finding) =>
  annotate([one], { changedLines: new Map([[path, [[1, 2000]]]]), reportOn: 'low' }).batches[0]?.[0]

function inSarif(one: Finding) {
  const log = sarifLog([{ id: 'scan_x', findings: [one], gaps: [] }], {
    rules: [],
    tool: { name: 'Assay', version: '1' },
  })
  expect(sarifValidator()(log)).toEqual([])
  return log.runs[0]?.results?.[0]
}

describe('what a place was built from', () => {
  it('stands beside it wherever a finding is told', () => {
    expect(onTerminal(told)).toMatch(/dist\/stdio\.js:1641\n.*built from src\/tools\/course\.ts:41/)
    expect(onPage(told)).toContain(
      `<code><bdi>${path}:1641</bdi></code> (built from <code><bdi>src/tools/course.ts</bdi>:41</code>)`,
    )
    expect(onPage(told).match(/built from/g)).toHaveLength(2)
    expect(inCheck(told)).toMatchObject({
      path,
      start_line: 1641,
      message: expect.stringContaining('Built from src/tools/course.ts:41, according to the source map.'),
    })
    expect(groupTable(groupFindings([told]))).toContain('`dist/stdio.js:1641` built from `src/tools/course.ts:41`')
    expect(findingToSend(told).location?.original).toEqual({ path: 'src/tools/course.ts', line: 41 })
  })

  it('is a related location in SARIF, and part of what a step says', () => {
    const result = inSarif(told)
    expect(result?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe(path)
    expect(result?.relatedLocations).toMatchObject([
      {
        id: 1,
        physicalLocation: { artifactLocation: { uri: 'src/tools/course.ts' }, region: { startLine: 41 } },
        message: { text: expect.stringContaining('source map') },
      },
    ])
    expect(result?.codeFlows?.[0]?.threadFlows[0]?.locations.map(({ location }) => location?.message?.text)).toEqual([
      'comes in (built from src/tools/course.ts:7)',
      'is opened',
    ])
  })

  it('is nowhere where it is not known', () => {
    const plain = storedFinding({
      ruleId: 'path-traversal',
      category: 'code',
      location: { path, startLine: 1641 },
      trace: [{ path, line: 12, message: 'comes in' }],
    })
    for (const text of [
      onTerminal(plain),
      onPage(plain),
      JSON.stringify(inCheck(plain)),
      groupTable(groupFindings([plain])),
    ])
      expect(text).not.toMatch(/built from/i)
    expect(inSarif(plain)).not.toHaveProperty('relatedLocations')
  })

  it('is inert, whatever a map says', () => {
    expect(onPage(hostile)).not.toContain('<script')
    expect(
      terminalReport({ target: 'x', verdict: 'fail', findings: [hostile] }, { columns: 200, color: false }),
    ).not.toContain('\u001b')
    const uri = inSarif(hostile)?.relatedLocations?.[0]?.physicalLocation?.artifactLocation?.uri ?? ''
    expect(new URL(uri, 'https://repository.example/root/').href).toMatch(/^https:\/\/repository\.example\/root\//)
  })

  it('stands in quotes where it is no plain name, and is cut', () => {
    const sentence = finding('src/a.ts) is safe, see [here](https://evil.example) "{0}".ts')
    const quoted = `"src/a.ts) is safe, see [here](https://evil.example) '{0}'.ts":41`
    expect(inCheck(sentence)?.message).toContain(`Built from ${quoted}, according to the source map.`)
    expect(onTerminal(sentence).replaceAll(/[\s│]+/g, '')).toContain(`builtfrom${quoted.replaceAll(' ', '')}`)
    expect(inSarif(sentence)?.codeFlows?.[0]?.threadFlows[0]?.locations[0]?.location?.message?.text).toBe(
      String.raw`comes in (built from "src/a.ts) is safe, see [here\](https://evil.example) '{{0}}'.ts":7)`,
    )
    const long = finding(`src/${'a'.repeat(400)}.ts`)
    expect(inCheck(long)?.message).toContain(`Built from "src/${'a'.repeat(195)}…":41`)
  })

  it('is withheld with the way into a finding that is not published yet', () => {
    const now = new Date()
    const published = publishedFinding(told, { firstSeenAt: now, now, isClaimedByCaller: false })
    expect(JSON.stringify(published)).not.toContain('course')
    expect(publishedFinding(told, { firstSeenAt: now, now, isClaimedByCaller: true }).location).toEqual(told.location)
  })
})
