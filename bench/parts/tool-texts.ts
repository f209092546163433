import { toolRules } from '../../src/detectors/tool-definitions/rules/catalogue.ts'
import { sentencesOf } from '../../src/detectors/tool-definitions/texts/sentences.ts'
import type { ScannedTool } from '../../src/model/scanned-tool.ts'
import { type BenchPart, measurement } from '../measurement.ts'

/** The longest description that is kept of a tool, and how many make 1 MB. */
const description = { characters: 20_000, ofFile: 50 }
const limitMs = 200

/** Reading 1 MB of descriptions that are full of what each rule about texts looks for. */
export const toolTexts: BenchPart = {
  id: 'tool-texts',
  async *run() {
    const worst = toolRules.map(({ document }) => Math.max(...document.examples.bad.map((example) => milliseconds(document.id, example))))
    yield measurement({ measure: `worst descriptions of 1 MB for each of ${worst.length} rules`, unit: 'ms', samples: worst, peer: { name: 'limit', median: limitMs } })
    yield measurement({ measure: 'worst descriptions of 1 MB of all rules', unit: 'ms', samples: [Math.max(...worst)], peer: { name: 'limit', median: limitMs } })
  },
}

/** What one rule takes for an example over and over, after a first time that compiles its patterns. */
function milliseconds(id: string, example: string): number {
  const text = example.repeat(Math.ceil(description.characters / example.length)).slice(0, description.characters)
  const tool: ScannedTool = { kind: 'tool', name: 'add', description: text, path: 'server.js', line: 1, parameters: [], annotations: {}, capabilities: [] }
  const examined = { tool, texts: [{ where: 'description', part: 'description' as const, text, sentences: sentencesOf(text) }], ownNames: new Set<string>(), tools: [tool] }
  const rules = toolRules.filter(({ document }) => document.id === id)
  const once = () => rules.map((rule) => [...rule.find(examined)].length)
  once()
  const startedAt = performance.now()
  for (let time = 0; time < description.ofFile; time += 1) once()
  return performance.now() - startedAt
}
