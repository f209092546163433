import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { EffectText } from './effect-texts.ts'
import type { SinkUse } from './sink.ts'
import { wordsOf } from './value-words.ts'

/** Model of an attribute that is dangerous to assign. */
export interface StoredSink {
  readonly key: string
  /** Object that owns the attribute: a pattern for its external name, or words in its variable name. */
  readonly of: RegExp | readonly string[]
  readonly kind: SinkUse['kind']
  readonly effect: EffectText
  readonly example: string
}

const markup = { of: /./, kind: 'html', effect: 'shows HTML in a page' } as const
const leads = {
  of: ['location', 'window.location', 'document.location', 'self.location'],
  kind: 'redirect',
  effect: 'redirects a browser',
} as const

export const storedSinks: readonly StoredSink[] = [
  { key: 'innerHTML', ...markup, example: 'export const f = (element, tainted) => { element.innerHTML = tainted }' },
  { key: 'outerHTML', ...markup, example: 'export const f = (element, tainted) => { element.outerHTML = tainted }' },
  { key: 'srcdoc', ...markup, example: 'export const f = (frame, tainted) => { frame.srcdoc = tainted }' },
  { key: 'href', ...leads, example: 'export const f = (tainted) => { window.location.href = tainted }' },
  {
    key: 'location',
    of: ['window', 'document'],
    kind: 'redirect',
    effect: 'redirects a browser',
    example: 'export const f = (tainted) => { document.location = tainted }',
  },
]

/** Objects that hold the process environment. Assigning an untrusted variable name to them is dangerous. */
const environments: ReadonlySet<string> = new Set(['process.env', 'os.environ', 'Deno.env', 'Bun.env'])

/** Finds assignments to dangerous attributes. */
export function findStoredSinks(known: KnownProgram): SinkUse[] {
  const { program, references } = known
  const byKey = new Map<number, readonly StoredSink[]>()
  for (const { key } of storedSinks)
    if (program.stringIndex(key) >= 0)
      byKey.set(
        program.stringIndex(key),
        storedSinks.filter((one) => one.key === key),
      )
  const found: SinkUse[] = []
  const named = [...byKey.keys()]
    .flatMap((key) => [...program.index.naming(key)])
    .filter((node) => program.op(node) === Op.Store)
  for (const node of [...program.index.of(Op.StoreDynamic), ...named].sort((one, other) => one - other)) {
    const op = program.op(node)
    if (op === Op.StoreDynamic) {
      const key = program.operand(node, 1)
      const name =
        program.op(key) === Op.Literal
          ? undefined
          : references.externals(program.operand(node, 0)).find((one) => environments.has(one))
      if (name !== undefined && !program.isDead(node))
        found.push({
          kind: 'environment',
          node,
          value: key,
          model: name,
          effect: 'sets an environment variable by its name',
          action: 'assign',
        })
    }
    if (op !== Op.Store) continue
    for (const sink of byKey.get(program.operand(node, 1)) ?? []) {
      const object = program.operand(node, 0)
      const holds =
        sink.of instanceof RegExp
          ? references.objects(object).length === 0 && sink.of.test(wordsOf(known, object) || '-')
          : references.externals(object).some((name) => Array.isArray(sink.of) && sink.of.includes(name))
      if (holds && !program.isDead(node))
        found.push({
          kind: sink.kind,
          node,
          value: program.operand(node, 2),
          model: `.${sink.key}`,
          effect: sink.effect,
          action: 'assign',
        })
    }
  }
  return found
}
