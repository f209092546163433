import { describe, expect, it } from 'vitest'
import { sinkModels } from '../../../../../src/engine/analysis/models/sinks/catalogue.ts'
import { presumedModels } from '../../../../../src/engine/analysis/models/sinks/presumed.ts'
import { starters } from '../../../../../src/engine/analysis/models/sinks/starters.ts'
import { storedSinks } from '../../../../../src/engine/analysis/taint/sinks/stored-sinks.ts'
import { sinksIn, told } from './sinks-in.ts'

describe('the example of a sink', () => {
  it.each(
    sinkModels.map((model) => ({
      ...model,
      shown:
        `${model.language} ${model.callee ?? `.${model.method}`} ${model.argument} ` +
        `${(model.at ?? []).join('.')} ${model.kind}`,
    })),
  )('has the tainted value reach $shown', ({ example, language, kind, at = [], effect }) => {
    const found = sinksIn(example, language).tainted.filter(
      (use) => use.kind === kind && use.effect.endsWith(effect) && (use.at ?? []).join('.') === at.join('.'),
    )
    expect(found.length, told(sinksIn(example, language).uses).join('\n')).toBeGreaterThan(0)
  })

  it.each(
    presumedModels.flatMap((model, index) =>
      Object.entries(model.example).map(([language, example]) => ({ ...model, index, language, example })),
    ),
  )('has the tainted value reach row $index of the presumed sinks in $language', (row) => {
    const found = sinksIn(row.example, row.language).tainted.filter(
      ({ kind, effect, presumed }) => kind === row.kind && effect === row.effect && presumed,
    )
    expect(found.map(({ presumed }) => presumed?.confidence)).toEqual([row.confidence])
  })

  it.each(starters)('has the tainted value reach a program that $callee starts', ({ example, language }) => {
    const { tainted, capabilities } = sinksIn(example, language)
    expect(
      tainted.map(({ kind }) => kind).filter((kind) => ['argument', 'command', 'process'].includes(kind)),
    ).not.toEqual([])
    expect(capabilities).toContain('executes-commands')
  })

  it.each(storedSinks)('has the tainted value stored in $key', ({ example, kind }) => {
    expect(sinksIn(example).tainted.map((use) => use.kind)).toEqual([kind])
  })
})
