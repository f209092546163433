import { describe, expect, it } from 'vitest'
import { findFlows } from '../../../../src/engine/analysis/taint/propagation/find-flows.ts'
import { noFlows } from '../../../../src/engine/analysis/flow.ts'
import { lowerJavaScriptText } from '../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { lowerPythonText } from '../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { linkModules } from '../../../../src/engine/analysis/program/link-modules.ts'
import { weakCallModels } from '../../../../src/engine/analysis/models/sinks/weak-calls.ts'
import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import { weakCalls } from '../../../../src/engine/rules/weak-calls/detector.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'

async function findIn(text: string, language: string): Promise<DetectedFinding[]> {
  const path = language === 'python' ? 'server.py' : 'server.ts'
  const unit = language === 'python' ? lowerPythonText(text) : lowerJavaScriptText(text, 'ts')
  const { weakCalls: calls } = findFlows(linkModules([{ path, unit }]), new Map(), {
    referenceSteps: 1_000_000,
    states: 100_000,
    isOver: () => false,
  })
  const evidence = {
    snapshot: projectSnapshot({ [path]: text }),
    components: [],
    advisoryMatches: [],
    flows: { ...noFlows, weakCalls: calls ?? [] },
    signal: new AbortController().signal,
  }
  const findings: DetectedFinding[] = []
  for await (const finding of weakCalls.detect(evidence)) findings.push(finding)
  return findings
}

const languageOf = (text: string) => (text.startsWith('# server.py\n') ? 'python' : 'javascript')

describe.each(weakCalls.rules)('the examples of $id', ({ id, severity, examples }) => {
  it('are found if they are bad', async () => {
    for (const text of examples.bad) {
      const findings = await findIn(text, languageOf(text))
      expect(
        findings.map(({ ruleId }) => ruleId),
        text,
      ).toEqual([id])
      expect(findings[0]?.severity).toBe(severity)
      expect(text).toContain(findings[0]?.location?.snippet)
    }
  })

  it('are not found if they are good', async () => {
    for (const text of examples.good) expect(await findIn(text, languageOf(text)), text).toEqual([])
  })
})

it.each(weakCallModels)('finds the example of $callee', async ({ example, language, weakness }) => {
  expect((await findIn(example, language)).map(({ ruleId }) => ruleId)).toEqual([weakness])
})
