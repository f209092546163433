import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isOfFamily, rulesOfClass } from '../../bench/detection/classes.ts'
import { isCounted } from '../../bench/detection/judge.ts'
import { FlowReport } from '../../src/engine/analysis/flow.ts'
import { findFlows } from '../../src/engine/analysis/taint/propagation/find-flows.ts'
import { dangerousFlows } from '../../src/engine/rules/dangerous-flows/detector.ts'
import { exposedServers } from '../../src/engine/rules/exposed-servers/detector.ts'
import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import { linkedTexts, settingsIn } from '../engine/analysis/linked-texts.ts'
import { projectSnapshot } from '../engine/inventory/project-snapshot.ts'

const corpus = join(import.meta.dirname, '../corpus/pairs')

interface Pair {
  readonly class: string
  readonly sink: { readonly file: string; readonly line: number }
}

/** Returns the findings of the pair's class in one of its servers. */
async function findingsIn(folder: string, name: string): Promise<DetectedFinding[]> {
  const texts = Object.fromEntries(
    globSync('**/*.{js,mjs,cjs,ts,py,json}', { cwd: folder })
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
  const report = findFlows(linkedTexts(texts), settingsIn(texts), {
    referenceSteps: 30_000_000,
    states: 600_000,
    isOver: () => false,
  })
  const evidence = {
    snapshot: projectSnapshot(texts),
    components: [],
    advisoryMatches: [],
    flows: FlowReport.parse(JSON.parse(JSON.stringify(report))),
    signal: new AbortController().signal,
  }
  const found: DetectedFinding[] = []
  for (const detector of [dangerousFlows, exposedServers])
    for await (const finding of detector.detect(evidence))
      if (isOfFamily(finding.ruleId, rulesOfClass(name))) found.push(finding)
  return found
}

describe('the pairs of servers', () => {
  // Each pair takes about 20 ms. A single test shows all failures at once.
  it('are distinguished by a finding of their class in the file of the sink', { timeout: 120_000 }, async () => {
    const [missed, noisy]: [string[], string[]] = [[], []]
    const paths = globSync('*/*/pair.json', { cwd: corpus }).sort()
    for (const path of paths) {
      const pair: Pair = JSON.parse(readFileSync(join(corpus, path), 'utf8'))
      const [vulnerable, safe] = [
        await findingsIn(join(corpus, path, '../vulnerable'), pair.class),
        await findingsIn(join(corpus, path, '../safe'), pair.class),
      ]
      if (!vulnerable.some((found) => isCounted(found) && found.location?.path === pair.sink.file)) missed.push(path)
      if (safe.length > 0) noisy.push(path)
    }
    expect(paths.length).toBeGreaterThan(190)
    expect({ missed, noisy }).toEqual({ missed: [], noisy: [] })
  })
})
