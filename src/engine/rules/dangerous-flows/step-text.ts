import type { TaintKind } from '../../analysis/taint-kind.ts'
import type { FlowArguments } from './flow-arguments.ts'
import { shortName } from './flow-name.ts'
import { plainSinks, sinkText } from './sink-text.ts'
import { sourceText } from './source-text.ts'

/** Name of the text that a value is interpolated into on its way to a sink, by kind of sink. */
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
  condition: 'a condition',
}

/**
 * Returns the text of each step in the trace: ``passed to `run()` as `command` ``. Returns undefined if there are no
 * steps.
 */
export function stepTexts(args: FlowArguments): readonly string[] | undefined {
  const { steps } = args
  if (!steps) return undefined
  const lastConcatenation = steps.findLastIndex(({ kind }) => kind === 'concatenation')
  return steps.map((step, index) => stepText(step, args, index === lastConcatenation))
}

type Step = NonNullable<FlowArguments['steps']>[number]

function stepText({ kind, name, parameter }: Step, args: FlowArguments, isLastConcatenation: boolean): string {
  switch (kind) {
    case 'source':
      return sourceText(args.source.label, '`')
    case 'sink':
      return sinkStepText(args.sink)
    case 'passed':
      return `passed to ${functionText(name, 'a function')}${parameter ? ` as ${codeText(parameter)}` : ''}`
    case 'returned':
      return `returned by ${functionText(name, 'a function')}`
    case 'property':
      return `read from property ${codeText(name ?? '')}`
    case 'concatenation':
      return `interpolated into ${(isLastConcatenation && composedTexts[args.kind]) || 'a string'}`
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

function sinkStepText(sink: FlowArguments['sink']): string {
  const { model, effect, presumedBy } = sink
  const text = sinkText(sink)
  const suggested = presumedBy === undefined ? '' : `, as the name ${codeText(presumedBy)} suggests`
  return `${plainSinks.has(model) || sink.action === 'query-service' ? text : `\`${text}\``} ${effect}${suggested}`
}

const codeText = (name: string): string => `\`${shortName(name)}\``

const functionText = (name: string | undefined, otherwise: string): string =>
  name ? `\`${shortName(name)}()\`` : otherwise
