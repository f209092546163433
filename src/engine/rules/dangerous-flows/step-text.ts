import type { Flow } from '../../analysis/flow.ts'
import type { FlowStep } from '../../analysis/flow-step.ts'
import type { TaintKind } from '../../analysis/taint-kind.ts'
import type { TraceStep } from '../../model/finding.ts'
import { flowName, shortName } from './flow-name.ts'
import { sinkText } from './sink-text.ts'
import { displayLabel, sourceText } from './source-text.ts'

/** What a text becomes that reaches a sink of this kind. Other kinds have no text of their own. */
const composedTexts: Readonly<Partial<Record<TaintKind, string>>> = {
  command: 'a shell command',
  code: 'code',
  query: 'a query',
  path: 'a path',
  url: 'a URL',
  open: 'a URL',
  redirect: 'a URL',
  template: 'a template',
  html: 'markup',
  pattern: 'a regular expression',
  'url-path': 'the path of a URL',
}

/** Returns the trace of a flow with the words of each step: ``passed to `run()` as `command` ``. */
export function traceOfFlow(flow: Flow): (TraceStep & { readonly column: number })[] {
  const lastConcatenation = flow.steps.findLastIndex(({ kind }) => kind === 'concatenation')
  return flow.steps.map((step, index) => ({
    path: step.path,
    line: step.line,
    column: step.column,
    message: stepText(step, flow, index === lastConcatenation),
  }))
}

function stepText({ kind, name, parameter }: FlowStep, flow: Flow, isLastConcatenation: boolean): string {
  switch (kind) {
    case 'source':
      return sourceText(displayLabel(flow.source), '`')
    case 'sink':
      return sinkStepText(flow)
    case 'passed':
      return `passed to ${functionText(name, 'a function')}${parameter ? ` as ${codeText(parameter)}` : ''}`
    case 'returned':
      return `returned by ${functionText(name, 'a function')}`
    case 'property':
      return `read from property ${codeText(name ?? '')}`
    case 'concatenation':
      return `interpolated into ${(isLastConcatenation && composedTexts[flow.kind]) || 'a string'}`
    case 'tagged-template':
      return 'interpolated into a tagged template'
    case 'element':
      return 'added to a list'
    case 'object':
      return 'stored in an object'
    case 'call':
      return `passed through ${functionText(name, 'a call')}`
    case 'stored':
      return 'stored in a field'
    case 'loaded':
      return 'read from a field'
  }
}

function sinkStepText({ model, effect, action, presumed }: Flow): string {
  const sink = sinkText({ model: flowName(model), action })
  const suggested = presumed ? `, as the name ${codeText(presumed.name)} suggests` : ''
  return `${model === 'shell' ? sink : `\`${sink}\``} ${effect}${suggested}`
}

const codeText = (name: string): string => `\`${shortName(flowName(name))}\``

const functionText = (name: string | undefined, otherwise: string): string =>
  name ? `\`${shortName(flowName(name))}()\`` : otherwise
