import { fallbackRules, toolRules } from '../../src/engine/rules/tool-definitions/rules/catalogue.ts'
import type { ToolDefinition } from '../../src/engine/rules/tool-definitions/tool-rule.ts'
import { type Sentence, sentencesOf } from '../../src/engine/rules/tool-definitions/texts/sentences.ts'
import type { ScannedTool } from '../../src/engine/model/scanned-tool.ts'
import type { BenchPart } from '../measurement.ts'
import { shortestMs, worstRules } from './detectors/worst-rules.ts'
import { nearMisses } from './tool-texts/near-misses.ts'

/** Maximum length of a stored tool description, and the number of such descriptions in 1 MB. */
const description = { characters: 20_000, ofFile: 50 }

const rules = [...toolRules, ...fallbackRules]

/** Number of texts per rule that are measured with 1 MB. The others are only compared on one description. */
const measured = 3

/** Measures reading 1 MB of descriptions full of near matches of each text rule. */
export const toolTexts: BenchPart = {
  id: 'tool-texts',
  async *run() {
    const examples = [...new Set([...rules.flatMap(({ examples: { bad, good } }) => [...bad, ...good]), ...nearMisses])]
    const texts = examples.map((example) => filled(example))
    yield* worstRules(
      'worst 1 MB of descriptions',
      rules.map((rule) => ({
        rule: rule.id,
        ms: worstOf(({ text, sentences }) => {
          // Rules cache their results on a sentence, so each run gets new sentences.
          const definition = definitionOf({
            text,
            sentences: sentences.map((sentence) => ({ ...sentence, answers: 0 })),
          })
          void [...rule.find(definition)]
        }, texts),
      })),
    )
    yield* worstRules('worst 1 MB of descriptions', [
      {
        rule: 'all rules together',
        ms: worstOf(({ text }) => {
          const definition = definitionOf({ text, sentences: sentencesOf(text) })
          for (const rule of rules) void [...rule.find(definition)]
        }, texts),
      },
    ])
  },
}

interface BenchText {
  readonly text: string
  readonly sentences: readonly Sentence[]
}

function filled(example: string): BenchText {
  const text = example.repeat(Math.ceil(description.characters / example.length)).slice(0, description.characters)
  return { text, sentences: sentencesOf(text) }
}

/** Returns the time in milliseconds that the slowest of these texts takes for 1 MB. */
function worstOf(read: (text: BenchText) => void, texts: readonly BenchText[]): number {
  const slowest = texts
    .map((text) => {
      // The first run compiles the patterns.
      read(text)
      const started = performance.now()
      read(text)
      return { text, ms: performance.now() - started }
    })
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, measured)
  return Math.max(
    ...slowest.map(({ text }) =>
      shortestMs(() => {
        for (let time = 0; time < description.ofFile; time += 1) read(text)
      }),
    ),
  )
}

function definitionOf({ text, sentences }: BenchText): ToolDefinition {
  const tool: ScannedTool = {
    kind: 'tool',
    name: 'add',
    description: text,
    path: 'server.js',
    line: 1,
    parameters: [],
    annotations: {},
    capabilities: [],
  }
  return {
    tool,
    texts: [{ field: { field: 'description' }, part: 'description', text, sentences }],
    projectNames: new Set<string>(),
    projectTools: [tool],
    packageOf: () => '',
    effects: [],
    changes: [],
    results: [],
  }
}
