import { describe, expect, it } from 'vitest'
import { noFlows } from '../../../src/engine/analysis/flow.ts'
import { analyzeProject } from '../../../src/engine/analysis/analyze-project.ts'
import { encodeModule } from '../../../src/engine/analysis/ir/encode-module.ts'
import { lowerJavaScriptText } from '../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { mergeReports } from '../../../src/engine/analysis/merge-reports.ts'
import { packProject } from '../../../src/engine/analysis/project-container.ts'
import { taintLimits } from '../../../src/engine/analysis/taint-limits.ts'
import { tool } from './taint/propagation/found-flows.ts'

const followed = (...paths: readonly string[]) =>
  analyzeProject({
    content: packProject({
      units: paths.map((path) => ({ path, unit: encodeModule(lowerJavaScriptText(tool('exec(a)'), 'js')) })),
      settings: new Map(),
    }),
  })

describe('reports of parts of a project', () => {
  it('are together what one report of all is, where the parts have nothing to do with each other', () => {
    const whole = followed('a.js', 'b.js')
    expect(whole.flows).toHaveLength(2)
    const joined = mergeReports([followed('b.js'), followed('a.js')])
    expect({ ...joined, tools: [] }).toEqual({ ...whole, tools: [] })
    expect(joined.tools.map(({ path }) => path)).toEqual(['b.js', 'a.js'])
  })

  it('of one part are that, and of none nothing', () => {
    const report = followed('a.js')
    expect(mergeReports([report])).toEqual(report)
    expect(mergeReports([])).toEqual(noFlows)
  })

  it('say once what was left out for the same reason', () => {
    expect(
      mergeReports([
        { ...noFlows, partial: 'no time' },
        noFlows,
        { ...noFlows, partial: 'no time' },
        { ...noFlows, partial: 'too large' },
      ]).partial,
    ).toBe('no time; too large')
    expect(mergeReports([noFlows, noFlows]).partial).toBeUndefined()
  })

  it('adds up what exceeded bounds', () => {
    const exceeding = { ...noFlows, exceeded: { values: 2, checks: 1 } }
    expect(mergeReports([exceeding, noFlows, exceeding]).exceeded).toEqual({ values: 4, checks: 2 })
    expect(mergeReports([noFlows, noFlows]).exceeded).toBeUndefined()
  })

  it('have what other packages have in all of them, the largest first', () => {
    const reports = [
      [
        ['a', 3],
        ['b', 4],
      ],
      [['a', 2]],
    ].map((vendored) => ({
      ...noFlows,
      vendored: vendored.map(([name, bytes]) => ({ package: String(name), bytes: Number(bytes) })),
    }))
    expect(mergeReports(reports).vendored).toEqual([
      { package: 'a', bytes: 5 },
      { package: 'b', bytes: 4 },
    ])
  })

  it('have no more than one report may have, and tell it', () => {
    const { flows } = followed('a.js')
    const many = { ...noFlows, flows: Array.from({ length: taintLimits.maxKept }, () => flows).flat() }
    const joined = mergeReports([many, many])
    expect(joined.flows).toHaveLength(taintLimits.maxKept)
    expect(joined.partial).toMatch(/more dangerous flows or tools than a report can contain/)
  })
})
