import type { Flow } from '../../../../../src/engine/analysis/flow.ts'
import { flowsIn } from '../propagation/found-flows.ts'

/** Import of a sink as `use`, by kind. */
const sinks = {
  javascript: {
    path: "import { readFileSync as use } from 'node:fs'",
    url: "import use from 'node-fetch'",
    command: "import { execSync as use } from 'node:child_process'",
  },
  python: {
    path: 'from os import remove as use',
    url: 'from requests import get as use',
    command: 'from os import system as use',
  },
} as const

export type SinkKind = keyof (typeof sinks)['javascript']

/**
 * Returns the flows of a server with one tool that calls `f` with two text arguments. The text defines `f` and may call
 * the sink as `use`. A line `=== b.ts` starts another file.
 */
export function flowsOf(language: keyof typeof sinks, kind: SinkKind, text: string): readonly Flow[] {
  const [first = '', ...others] = text.split(/^=== (.*)\n/m)
  const files: Record<string, string> = {}
  for (let index = 0; index < others.length; index += 2) files[others[index] ?? ''] = others[index + 1] ?? ''
  if (language === 'javascript')
    files['a.ts'] =
      "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'\nimport { z } from 'zod'\n" +
      `${sinks[language][kind]}\n${first}\nconst server = new McpServer({ name: 's', version: '1' })\n` +
      "server.tool('t', 'Does', { a: z.string(), b: z.string() }, async ({ a, b }) => f(a, b))\n"
  else
    files['a.py'] =
      `from mcp.server.fastmcp import FastMCP\n${sinks[language][kind]}\nmcp = FastMCP("s")\n${first}\n` +
      '@mcp.tool()\ndef t(a: str, b: str) -> str:\n    return f(a, b)\n'
  return flowsIn(files).flows.filter((flow) => flow.kind === kind)
}

/**
 * Returns the guard results for the flows of a program: `safe` if there is no flow, otherwise the mistakes,
 * `undecided`, or `open`.
 */
export function guardsOf(language: keyof typeof sinks, kind: SinkKind, text: string): string {
  const flows = flowsOf(language, kind, text)
  if (flows.length === 0) return 'safe'
  const flaws = [...new Set(flows.flatMap((flow) => flow.flaws.map(({ mistake }) => mistake)))].sort()
  if (flaws.length > 0) return flaws.join(' ')
  return flows.some(({ undecided }) => undecided !== undefined) ? 'undecided' : 'open'
}

/** Programs and the expected results of their guards, by name. */
export type Cases = Readonly<Record<string, readonly [text: string, guards: string]>>
