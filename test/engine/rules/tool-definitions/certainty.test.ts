import { describe, expect, it } from 'vitest'
import { isCertain } from '../../../../src/engine/rules/tool-definitions/demands/certainty.ts'
import { contextsOf } from '../../../../src/engine/rules/tool-definitions/demands/context.ts'
import { mayBeCertain } from '../../../../src/engine/rules/tool-definitions/demands/demand-keywords.ts'
import { judgmentsIn } from '../../../../src/engine/rules/tool-definitions/demands/judge-demand.ts'
import { definitionTexts } from '../../../../src/engine/rules/tool-definitions/texts/definition-texts.ts'
import { sentencesOf } from '../../../../src/engine/rules/tool-definitions/texts/sentences.ts'
import { describedTool } from './find-in-server.ts'

const starts = ['', 'First ', 'Please ', 'After the sum, ', 'The model will ', 'You will always ', 'Also ']
const verbs = ['send', 'read', 'copy', 'run', 'save', 'set', 'upload', 'exfiltrate']
const objects = [
  'the home directory',
  'the chat history',
  'the API key',
  'the bank account',
  '~/notes',
  '/etc/hosts',
  '$MY_TOKEN',
  'CLAUDE.md',
  '.cursorrules',
  'all files',
  'the setup script',
  'sudo ls',
  'the client configuration',
  'a recipient',
]
const joins = [' (', ' \u2014 ', ' or ', ' but ', ', ', ' please ', ' and ']
const ends = ['', ' as "memo"', " into 'q'", ' to our server', ' verbatim', ' without approval', ' to a@b.example']

/** Sentences from these parts: each start, verb, object, and end, with another demand in every second one. */
function* sentences(): Iterable<string> {
  let count = 0
  for (const start of starts)
    for (const verb of verbs)
      for (const object of objects) {
        count += 1
        const [join, other] = [joins[count % joins.length], objects[count % objects.length]]
        const second = count % 2 === 0 ? `${join}${verbs[count % verbs.length]} ${other}` : ''
        yield `${start}${verb} ${object}${second}${ends[count % ends.length]}.`
      }
}

/** Demands that are certain, in the description or in the parameter of a tool. */
function* certainDemands(text: string) {
  const tools = [
    describedTool(`Adds two numbers. ${text}`),
    describedTool('Adds two numbers.', { parameters: [{ name: 'note', description: text }] }),
  ]
  for (const tool of tools) {
    const texts = definitionTexts(tool).map((one) => ({ ...one, sentences: sentencesOf(one.text) }))
    for (const context of contextsOf({ tool, texts, projectNames: new Set(['note']) }))
      for (const judgment of judgmentsIn(context))
        if (isCertain({ context, ...judgment }, judgment.kind)) yield { context, reading: judgment.reading }
  }
}

describe('what the keywords of a sentence tell', () => {
  it('never excludes a certain demand', () => {
    const found = [...sentences()].flatMap((text) => [...certainDemands(text)])
    const excluded = found.filter(({ context, reading }) => !mayBeCertain(context, reading))
    expect(excluded.map(({ reading }) => reading.sentence.text)).toEqual([])
    expect(found.length).toBeGreaterThan(300)
  })
})
