import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Judgement, judgeGroup, namesIn, programs, mistakesMade } from './judge-programs.ts'

type Written = Record<string, Record<string, Judgement>>
const filesIn = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .map((file) => file.replace(/\.\w+$/, ''))
    .sort()
const writtenOf = (name: string): Written =>
  JSON.parse(readFileSync(new URL(`judgements/${name}.json`, import.meta.url), 'utf8'))

it('judges every file of small programs', () => {
  expect(filesIn('programs')).toEqual(Object.keys(programs).sort())
  expect(filesIn('judgements')).toEqual(Object.keys(programs).sort())
})

describe.each(Object.entries(programs))('small programs: %s', (file, groups) => {
  const written = writtenOf(file)

  it('are all written down', () => {
    expect(groups.map(({ name }) => name)).toEqual(Object.keys(written))
    for (const group of groups) expect(Object.keys(written[group.name] ?? {}), group.name).toEqual(namesIn(group))
  })

  it.each(groups.map((group) => [group.name, group] as const))('are judged as before: %s', (name, group) => {
    expect(
      judgeGroup(group),
      `if the change is meant, run: node test/engine/analysis/taint/sanitizers/write-judgements.ts ${file}`,
    ).toEqual(written[name])
  })
})

it('makes many kinds of mistakes', () => {
  for (const group of Object.values(programs).flat())
    if (/^(?:conditions of texts|conditions of addresses|values) \d$/.test(group.name)) judgeGroup(group)
  expect(mistakesMade.size).toBeGreaterThanOrEqual(12)
})
