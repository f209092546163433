import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { groups, type Judgement, judgeGroup, reasons } from './judge-programs.ts'

const written: Record<string, Record<string, Judgement>> = JSON.parse(readFileSync(new URL('judgements.json', import.meta.url), 'utf8'))

describe('small programs', () => {
  it('are all written down', () => {
    expect(groups.map(({ name }) => name)).toEqual(Object.keys(written))
    for (const { name, functions } of groups) expect(Object.keys(written[name] ?? {}).length, name).toBe(functions.length)
  })

  it.each(groups.map((group) => [group.name, group] as const))('are judged as before: %s', (name, group) => {
    expect(judgeGroup(group), 'if the change is meant, run: node test/dataflow/guards/write-judgements.ts').toEqual(written[name])
  })

  it('have a sentence of its own for each mistake', () => {
    for (const group of groups) if (/^(?:conditions of texts|conditions of addresses|values) \d$/.test(group.name)) judgeGroup(group)
    expect(reasons.size).toBeGreaterThanOrEqual(12)
    expect(new Set(reasons.values()).size).toBe(reasons.size)
    for (const [mistake, reason] of reasons) expect(reason.length, mistake).toBeGreaterThan(30)
  })
})
