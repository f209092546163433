import { describe, expect, it } from 'vitest'
import { findTaintSources } from '../../../../../src/engine/analysis/taint/sources/find-taint-sources.ts'
import { agentToolModels } from '../../../../../src/engine/analysis/models/sources/agent-tools.ts'
import { commandLineModels } from '../../../../../src/engine/analysis/models/sources/command-line.ts'
import { routeExamples } from '../../../../../src/engine/analysis/models/sources/http-routes.ts'
import { registrations } from '../../../../../src/engine/analysis/models/sources/registrations.ts'
import { remoteModels } from '../../../../../src/engine/analysis/models/sources/remote-responses.ts'
import { requestModels } from '../../../../../src/engine/analysis/models/sources/requests.ts'
import { serverlessExamples } from '../../../../../src/engine/analysis/models/sources/serverless.ts'
import { referencesIn } from '../../linked-texts.ts'
import { knownProgram } from '../../../../support/known-program.ts'
import { sourceText } from '../../../../../src/engine/rules/dangerous-flows/source-text.ts'

const found = (text: string) => findTaintSources(knownProgram({ 'index.js': text }))
const isJavaScript = ({ language }: { readonly language: string }) => language !== 'python'

describe('models of entries find what their examples have', () => {
  it.each(registrations.map((model) => [model.method, model] as const))(
    'the method %s',
    (_method, { example, finds, offers }) => {
      const { entries, tools } = found(example)
      expect(entries.map(({ label }) => sourceText(label))).toEqual(finds)
      expect(tools.map(({ kind }) => kind)).toEqual([offers])
      expect(tools[0]?.functions).toHaveLength(1)
    },
  )

  it.each(requestModels.map((model) => [model.method, model] as const))(
    'the request %s',
    (_method, { example, entry, label }) => {
      expect(found(example).entries).toMatchObject([{ kind: entry, label }])
    },
  )

  it.each(Object.entries(routeExamples))('routes: %s', (_name, { example, finds }) => {
    const { entries } = found(example)
    expect(entries.map(({ label }) => sourceText(label))).toEqual(finds)
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['http-request']))
  })

  it.each(Object.entries(serverlessExamples))('platforms: %s', (_name, { example, finds }) => {
    const { entries } = found(example)
    expect(entries.map(({ label }) => sourceText(label))).toEqual(finds)
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['http-request']))
  })

  it.each(agentToolModels.map((model) => [model.id, model] as const))(
    'tools of agents: %s',
    (_id, { example, finds }) => {
      const { entries, tools } = findTaintSources(referencesIn({ 'agent.py': example }))
      expect(entries.map(({ label }) => sourceText(label))).toEqual(finds)
      expect(tools.map(({ kind }) => kind)).toEqual(['tool'])
    },
  )

  it.each(remoteModels.filter(isJavaScript).map((model) => [model.id, model] as const))(
    'answers: %s',
    (_id, { example }) => {
      expect(found(example).entries.map(({ kind }) => kind)).toEqual(['remote-response'])
    },
  )

  it.each(commandLineModels.filter(isJavaScript).map((model) => [model.id, model] as const))(
    'the command line: %s',
    (_id, { example }) => {
      const kinds = found(example).entries.map(({ kind }) => kind)
      expect(new Set(kinds)).toEqual(new Set(['cli-argument']))
    },
  )
})
