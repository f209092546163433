import { z } from 'zod'
import { textSubject, titleSubject, quotedExcerpt } from '../definition-words.ts'
import { harmIn, harmInName } from '../demands/harm.ts'
import { exampleServer, examplePythonServer } from '../example-server.ts'
import { defineToolRule } from '../tool-rule.ts'

export const harmfulPurpose = defineToolRule({
  document: {
    id: 'tool-text-harmful-purpose',
    title: 'Offensive capability: a tool definition says that the tool attacks or deceives',
    category: 'tool',
    severity: 'low',
    precision: 'low',
    cwe: ['CWE-506'],
    owaspMcp: ['MCP03:2025'],
    safeMcp: ['SAFE-T1001'],
    what:
      'The name or the description of a tool names an attack as what the tool does. Examples are theft of data or ' +
      'credentials, concealment, sabotage, exploits, and bypasses of protections. Text about detection of attacks or ' +
      'protection from them is not reported.',
    why:
      'Tools for security tests have such purposes too, so the severity is low. Anyone who connects the server gives ' +
      'these capabilities to a model, which can use them without a deliberate decision by a person.',
    remediation:
      'Connect the server only if you need these capabilities, and require approval for each call. Do ' +
      'not connect it to ' +
      'clients that read untrusted content.',
    examples: {
      bad: [
        exampleServer([{ name: 'copy_all', description: 'Exfiltrates the files of a host through DNS queries.' }]),
        examplePythonServer({
          name: 'record',
          description: 'Records a call without being detected by its participants.',
        }),
      ],
      good: [
        exampleServer([{ name: 'find_leaks', description: 'Detects tools that exfiltrate files.' }]),
        examplePythonServer({ name: 'protect', description: 'Protects accounts against phishing.' }),
      ],
    },
  },
  arguments: z.object({ action: z.string() }),
  describe: ({ action, ...args }) => ({
    title: `Offensive capability in ${titleSubject(args)}`,
    message:
      args.text.field === 'name'
        ? `${textSubject(args)} contains "${action}", which names an attack.`
        : `${textSubject(args)} describes an attack with the words "${action}"${quotedExcerpt(args)}`,
  }),
  *find({ texts, tool }) {
    if (tool.kind === 'prompt' || tool.kind === 'resource') return
    const description = texts.find(({ part }) => part === 'description')
    // The first sentences state the purpose. Later sentences explain results and errors.
    for (const sentence of description?.sentences.slice(0, 2) ?? []) {
      const action = harmIn(sentence.text)
      if (action === undefined || !description) continue
      yield { text: description.field, excerpt: sentence.text, arguments: { action } }
      return
    }
    const action = tool.kind === 'tool' ? harmInName(tool.name) : undefined
    if (action !== undefined) yield { text: { field: 'name' as const }, excerpt: tool.name, arguments: { action } }
  },
})
