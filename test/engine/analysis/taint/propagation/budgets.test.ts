import { describe, expect, it } from 'vitest'
import { findFlows } from '../../../../../src/engine/analysis/taint/propagation/find-flows.ts'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import { taintLimits } from '../../../../../src/engine/analysis/taint-limits.ts'

const server = `
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { exec } from 'node:child_process'
import { z } from 'zod'
const server = new McpServer({ name: 'files', version: '1.0.0' })
server.tool('list', 'Lists a folder', { folder: z.string() }, async ({ folder }) => {
  exec('ls ' + folder)
  return { content: [] }
})`

const tainted = `${server}
server.tool('work', 'Works', { job: z.any() }, async ({ job }) => f0(job, {}, job))
function sink(value) { exec(value.command) }
`

/** Functions that call each other with parts of their arguments, combined into new objects. */
function entangled(functions: number): string {
  const bodies = Array.from({ length: functions }, (_none, index) => {
    const to = (step: number) => `f${(index * 7 + step) % functions}`
    return `function f${index}(a, b, c) {
  const made = { k${index % 50}: a, k${(index + 1) % 50}: b, rest: { ...c } }
  b.k${index % 40} = made
  if (a.left) return ${to(1)}(made, a, b.k${(index + 3) % 40})
  if (b.right) return ${to(2)}([a, ...b.list], made, c)
  sink(made)
  return { out: ${to(3)}(c, made, { a, b }) }
}`
  })
  return `${tainted}\n${bodies.join('\n')}`
}

/** Functions that call each other in a cycle with objects that spread all their arguments. */
function spreadInCircles(functions: number): string {
  const bodies = Array.from(
    { length: functions },
    (_none, index) => `function f${index}(one, all) {
  const made = { k${index}: one, ...all }
  exec(one + f${(index * 7 + 1) % functions}(made.k${(index * 3) % functions}, made))
  return f${(index * 13 + 5) % functions}(made, all)
}`,
  )
  return `${tainted}\n${bodies.join('\n')}`
}

/** Functions in a huge table. In CI, the table is smaller, because the time grows with the square of its size. */
const tableFunctions = process.env['CI'] ? 100 : 1_500

/** A table of functions. Each calls any function of the table. */
function table(functions: number): string {
  const entries = Array.from(
    { length: functions },
    (_none, index) =>
      `'key${index}': (value, all) => { all['x${index}'] = value; return value.isDone ? value : ` +
      `handlers[value.next]({ v${index}: value }, all) }`,
  )
  return (
    `${server}
const handlers = { ${entries.join(',\n')} }
server.tool('work', 'Works', { job: z.any() }, async ({ job }) => { const done = handlers[job.name](job, ` +
    '{}); exec(done.command); return done })'
  )
}

function report(
  text: string,
  budget: {
    readonly referenceSteps?: number
    readonly states?: number
    readonly isOver?: (share?: number) => boolean
  } = {},
) {
  const unit = lowerJavaScriptText(text, 'mjs')
  return findFlows(linkModules([{ path: 'server.mjs', unit }]), new Map(), {
    referenceSteps: taintLimits.maxPointsToSteps,
    states: taintLimits.maxTaintStates,
    isOver: () => false,
    ...budget,
  })
}

const isFirst = ({ kind, steps }: ReturnType<typeof report>['flows'][number]) =>
  kind === 'command' && steps.at(-1)?.line === 7

describe('budgets of following data', () => {
  it('follows all of a small server without saying that something is missing', () => {
    const { flows, partial } = report(server)
    expect(flows.filter(isFirst)).toHaveLength(1)
    expect(partial).toBeUndefined()
  })

  it('says of a flow that callers were joined on its way, and of no other', () => {
    const isCoarse = (budget: Parameters<typeof report>[1]) =>
      report(tainted, budget)
        .flows.filter(isFirst)
        .map((flow) => flow.isCoarse)
    expect(isCoarse({})).toEqual([undefined])
    expect(isCoarse({ states: 8 })).toEqual([true])
  })

  it('ends with what it covered when thousands of functions hand each other tainted objects', () => {
    const { flows, tools, partial, files } = report(entangled(3_000), { states: 20_000 })
    expect(partial).toContain('more data flows than the taint analysis can follow')
    expect(flows.some(isFirst)).toBe(true)
    expect(tools.map(({ name }) => name)).toEqual(['list', 'work'])
    expect(files).toBe(1)
  }, 120_000)

  it('follows data through a huge table that calls itself', () => {
    const { flows } = report(table(tableFunctions))
    expect(flows.some(isFirst)).toBe(true)
    expect(flows.some(({ kind, tools }) => kind === 'command' && tools.includes('work'))).toBe(true)
  }, 240_000)

  it('says so when what values refer to could not be found out', () => {
    expect(report(entangled(50), { referenceSteps: 1_000 }).partial).toContain(
      'too large for a complete points-to analysis',
    )
  })

  it("ends with what it covered when objects have each other's attributes without end", () => {
    const { flows, tools, partial } = report(spreadInCircles(2_500))
    expect(partial).toContain('too large for a complete points-to analysis')
    expect(flows.some(isFirst)).toBe(true)
    expect(tools.map(({ name }) => name)).toEqual(['list', 'work'])
  }, 120_000)

  it('stops when its time is over, and says so', () => {
    let asked = 0
    const { partial } = report(entangled(300), { isOver: () => (asked += 1) > 2 })
    expect(partial).toContain('reached its time limit')
  }, 60_000)

  it('follows what is known once finding out what values refer to has used its share of the time', () => {
    const { flows, partial } = report(entangled(300), { states: 3_000, isOver: (share = 1) => share <= 0.5 })
    expect(partial).toContain('reached its time limit')
    expect(flows.some(isFirst)).toBe(true)
  }, 60_000)

  it('gives the same bytes each time, also where it ended early', () => {
    const text = entangled(200)
    const texts = new Set(Array.from({ length: 3 }, () => JSON.stringify(report(text, { states: 3_000 }))))
    expect(texts.size).toBe(1)
  }, 60_000)
})
