import { viewFunctions, viewMethods } from '../../models/sinks/views.ts'
import { Op } from '../../ir/operations.ts'
import { isPageTemplate, type RawOutput, unpackOutputs } from '../../page-templates.ts'
import { givenValue } from './call-arguments.ts'
import type { SinkContext } from './sink-context.ts'
import type { SinkUse } from './sink.ts'
import { literalParts, wordsOf } from './value-words.ts'

interface Template {
  readonly path: string
  readonly outputs: readonly RawOutput[]
}

/** Finds values that page templates write without escaping: `response.render('page', { name })`. */
export function findRenderedTemplates(known: SinkContext): SinkUse[] {
  const templates: Template[] = [...(known.settings ?? [])]
    .filter(([path]) => isPageTemplate(path))
    .map(([path, text]) => ({ path, outputs: unpackOutputs(text) }))
  if (templates.length === 0) return []
  const found: SinkUse[] = []
  for (const call of known.program.index.of(Op.Call)) {
    const view = viewOf(known, call)
    if (!view || known.program.isDead(call)) continue
    for (const { path, outputs } of templatesNamed(templates, literalParts(known, view.name)))
      for (const { keys, line } of outputs) {
        const given = view.valueOf(keys)
        if (given)
          found.push({
            kind: 'html',
            node: call,
            ...given,
            model: 'page template',
            effect: 'writes the value into HTML without escaping it',
            place: { path, line, column: 1 },
          })
      }
  }
  return found
}

interface View {
  /** Node of the template name argument. */
  readonly name: number
  /** Returns the value that the call passes for a template variable. Undefined if the call does not pass it. */
  valueOf(keys: readonly string[]): Pick<SinkUse, 'value' | 'at'> | undefined
}

function viewOf(known: SinkContext, call: number): View | undefined {
  const { program, references } = known
  const callee = program.operand(call, 0)
  const names = references.externals(callee)
  const view = viewFunctions.find(({ callee: name }) => names.includes(name))
  if (view) {
    const name = givenValue(known, call, view.name)?.value
    if (name === undefined) return undefined
    const { values } = view
    return {
      name,
      valueOf: ([first = '', ...rest]) =>
        values === 'keywords'
          ? under(givenValue(known, call, Infinity, first), rest)
          : under(givenValue(known, call, values, 'context'), [first, ...rest]),
    }
  }
  if (program.op(callee) !== Op.Load || !viewMethods.names.has(program.text(callee, 1))) return undefined
  if (!viewMethods.receiver.test(wordsOf(known, program.operand(callee, 0)))) return undefined
  const [name, values] = [program.operand(call, 1), program.operand(call, 2)]
  return name < 0 || values < 0 ? undefined : { name, valueOf: (keys) => ({ value: values, at: [...keys] }) }
}

const under = (given: ReturnType<typeof givenValue>, keys: readonly string[]) =>
  given && { value: given.value, at: [...given.at, ...keys] }

/** Returns the templates with one of the given names, with or without extension, in any views folder. */
function templatesNamed(templates: readonly Template[], names: readonly string[]): Template[] {
  const [name, ...others] = names
  if (name === undefined || name === '' || others.length > 0) return []
  const wanted = name.replace(/^\.?\//, '')
  return templates.filter(({ path }) =>
    [path, path.replace(/\.\w+$/, '')].some((one) => one === wanted || one.endsWith(`/${wanted}`)),
  )
}
