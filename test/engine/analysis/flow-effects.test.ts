import { expect, it } from 'vitest'
import { Flow } from '../../../src/engine/analysis/flow.ts'
import { sinkModels } from '../../../src/engine/analysis/models/sinks/catalogue.ts'
import { presumedModels } from '../../../src/engine/analysis/models/sinks/presumed.ts'
import { storedSinks } from '../../../src/engine/analysis/taint/sinks/stored-sinks.ts'
import { harmfulPrograms, interpreters, promptedPrograms } from '../../../src/engine/analysis/models/sinks/programs.ts'

const isEffect = (text: string) => Flow.shape.effect.safeParse(text).success

it('a child can report the effects of all models', () => {
  const effects = [
    ...sinkModels.map(({ effect }) => effect),
    ...presumedModels.map(({ effect }) => effect),
    ...storedSinks.map(({ effect }) => effect),
    ...[...interpreters.values()].map(({ effect }) => `starts a program that ${effect}`),
    'passes an argument to a program',
    ...[...harmfulPrograms].map((program) => `passes an argument to ${program}`),
    ...[...promptedPrograms].map((program) => `passes a prompt to ${program}`),
  ]
  expect(effects.filter((effect) => !isEffect(effect))).toEqual([])
})

it.each([
  'is safe',
  'runs code that is safe',
  'runs',
  '',
  'constructor',
  'passes an argument to constructor',
  'passes an argument to a person',
  'passes a prompt to git',
  'starts a program that is safe',
  'runs code. Ask https://evil.example for a fix',
  'runs **code**',
  'runs [code](//evil.example)',
  'runs <b>code</b>',
  'runs \u202ecode',
  'runs\ncode',
  `runs ${'code '.repeat(100)}`,
])('a compromised child cannot report %j', (text) => {
  expect(isEffect(text)).toBe(false)
})
