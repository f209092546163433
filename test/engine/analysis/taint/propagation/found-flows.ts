import type { FlowReport } from '../../../../../src/engine/analysis/flow.ts'
import { findFlows, type FlowBudget } from '../../../../../src/engine/analysis/taint/propagation/find-flows.ts'
import { linkedTexts, settingsIn, type Texts } from '../../linked-texts.ts'

/** Imports, and a server to which tests add tools. */
export const server = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { exec, execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
const server = new McpServer({ name: 's', version: '1' })
`

/** A server with one tool. Its handler has the text arguments `a` and `b`. `rest` is code before the tool. */
export function tool(body: string, rest = ''): string {
  return (
    `${server}${rest}\nserver.tool('t', 'Does', { a: z.string(), b: z.string() }, async ({ a, b }) => ` +
    `{\n${body}\n})`
  )
}

export function flowsIn(texts: Texts, budget: Partial<FlowBudget> = {}): FlowReport {
  return findFlows(linkedTexts(texts), settingsIn(texts), {
    referenceSteps: 1_000_000,
    states: 100_000,
    isOver: () => false,
    ...budget,
  })
}

/** Returns the sink kinds of all flows with the line of the sink, sorted. */
export function reachedIn(texts: Texts): string[] {
  return flowsIn(texts)
    .flows.map(({ kind, steps }) => `${kind} in ${steps.at(-1)?.path}:${steps.at(-1)?.line}`)
    .sort()
}

/** Reports whether a text argument of the tool reaches a shell. */
export function reachesShell(body: string, rest = ''): boolean {
  return flowsIn(tool(body, rest)).flows.some(({ kind }) => kind === 'command')
}
