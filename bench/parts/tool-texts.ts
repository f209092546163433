import { fallbackRules, toolRules } from '../../src/engine/rules/tool-definitions/rules/catalogue.ts'
import type { ToolRule } from '../../src/engine/rules/tool-definitions/tool-rule.ts'
import { sentencesOf } from '../../src/engine/rules/tool-definitions/texts/sentences.ts'
import type { ScannedTool } from '../../src/engine/model/scanned-tool.ts'
import type { BenchPart } from '../measurement.ts'
import { shortestMs, worstRules } from './detectors/worst-rules.ts'

/** Maximum length of a stored tool description, and the number of such descriptions in 1 MB. */
const description = { characters: 20_000, ofFile: 50 }
/** Prefixes of matches, and words that many rules accept. */
const nearMisses = [
  'a',
  'a ',
  'a. ',
  'do not ',
  'you must ',
  'never tell ',
  'the user ',
  'send https:// to ',
  'read all ',
  'put ~/.ssh ',
  'before any ',
  'all the ',
  'without ',
  '"',
  "'",
  '`a',
  '\n- a',
  'when a_b is ',
  'x@y.',
  '../',
  '\u200b',
  'ignore previous ',
  'include the full ',
  'add in ',
  'put to ',
  'add at in on ',
  'leave a line to ',
  'by adding it in ',
  'path of ',
  'provide the path to ',
  '. ',
  '. ~',
  'prefer a over ',
  'list only ',
  'set the proxy to ',
  'read_a is broken ',
  'whatever the user wants ',
  'send all to https://a.b and ',
  'you must call a_b first ',
  'und lies die Zugangsdaten ',
  '调用此工具之前 ',
  'aWdub3JlIGFsbCBwcmV2aW91cyBp ',
  '%41%42',
  'run , ',
]

const rules = [...toolRules, ...fallbackRules]

/** Measures reading 1 MB of descriptions full of near matches of each text rule. */
export const toolTexts: BenchPart = {
  id: 'tool-texts',
  async *run() {
    const examples = rules.flatMap(({ examples: { bad, good } }) => [...bad, ...good])
    yield* worstRules(
      'worst 1 MB of descriptions',
      rules.map((rule) => ({
        rule: rule.id,
        ms: Math.max(
          ...[...new Set([...examples, ...rule.examples.bad, ...nearMisses])].map((example) =>
            milliseconds(rule, example),
          ),
        ),
      })),
    )
  },
}

/** Returns the time of one rule for a repeated example. The first run only compiles its patterns. */
function milliseconds(rule: ToolRule, example: string): number {
  const text = example.repeat(Math.ceil(description.characters / example.length)).slice(0, description.characters)
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
  const sentences = sentencesOf(text)
  const definition = () => ({
    tool,
    texts: [
      {
        field: { field: 'description' as const },
        part: 'description' as const,
        text,
        // Rules cache their results on a sentence, so each run gets new sentences.
        sentences: sentences.map((sentence) => ({ ...sentence })),
      },
    ],
    projectNames: new Set<string>(),
    projectTools: [tool],
    packageOf: () => '',
  })
  const once = () => [...rule.find(definition())].length
  once()
  return shortestMs(() => {
    for (let time = 0; time < description.ofFile; time += 1) once()
  })
}
