import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { MemberFlag, Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { hintShape } from '../../schemas/annotation-shapes.ts'
import { definitionsOf } from '../../schemas/schema-steps.ts'
import { anyShape } from '../../schemas/shape.ts'
import { callableParameters } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText } from './constant-text.ts'
import { isInjected } from './injected.ts'
import { argumentNames } from '../../models/sources/definition-words.ts'
import { argumentLabel } from './source-label.ts'

/** Framework classes for tools, by the last part of the class name. */
const toolClasses = /^(?:Base|Function|Structured)?Tool$/

/** Methods that a framework calls to run a tool defined by such a class. */
const running: ReadonlySet<string> = new Set([
  'run',
  '_run',
  'arun',
  '_arun',
  'execute',
  'call',
  'invoke',
  'ainvoke',
  'forward',
])

/** Maximum number of base classes to follow per class. */
const maxBases = 24

/**
 * Adds classes that are tools: `class Fetch(Tool): async def run(self, arguments)`. If the base class comes from a
 * framework, every parameter is an argument. If the base class is defined in the program, only the parameter that
 * receives all arguments is a source.
 */
export function findToolClasses(known: KnownProgram, collected: CollectedSources): void {
  const { program } = known
  for (const [index, made] of program.classes.entries()) {
    if (program.files[made.file]?.semantics.libraries !== decoratedServerLanguage || made.bases.length === 0) continue
    const base = toolBase(known, index)
    if (base === undefined) continue
    const named = made.members.find(({ key }) => key === 'name')
    const name = (named && constantText(known, named.value)) ?? made.name ?? '…'
    for (const { key, value, flags } of made.members) {
      if (!running.has(key) || (flags & MemberFlag.static) !== 0 || program.op(value) !== Op.Closure) continue
      offerMethod(
        known,
        { index: program.operand(value, 0), name, node: value, isOutside: base === 'outside' },
        collected,
      )
    }
  }
}

interface ToolMethod {
  readonly index: number
  readonly name: string
  readonly node: number
  readonly isOutside: boolean
}

function offerMethod(
  known: KnownProgram,
  { index, name, node, isOutside }: ToolMethod,
  collected: CollectedSources,
): void {
  const taken = callableParameters(known, index).flatMap((parameter) => {
    const { name: own = '', annotation } = parameter
    const isArgument = isOutside
      ? own !== 'self' && own !== 'run_manager' && own !== 'ctx' && own !== 'context' && !isInjected(known, parameter)
      : argumentNames.has(own)
    return isArgument
      ? [
          {
            own,
            node: parameter.node,
            shape:
              (annotation === undefined
                ? undefined
                : hintShape(known, annotation, known.program.fileOf(parameter.node))) ?? anyShape,
          },
        ]
      : []
  })
  if (taken.length === 0) return
  const draft = collected.tool({ kind: 'tool', name, node })
  draft.functions.add(index)
  for (const { own, node: parameter, shape } of taken)
    if (shape.carries !== 0 && !collected.hasNode(parameter))
      collected.add({
        kind: 'tool-argument',
        node: parameter,
        shape,
        label: argumentLabel('tool', name, own),
        tool: draft,
      })
}

/**
 * Returns `outside` if a class extends a framework's tool class, and `inside` if it extends a class of the program with
 * such a name.
 */
function toolBase(known: KnownProgram, index: number): 'outside' | 'inside' | undefined {
  const { program, references } = known
  const seen = new Set([index])
  let found: 'inside' | undefined
  for (const one of seen) {
    for (const base of program.classes[one]?.bases ?? []) {
      if (references.externals(base).some((name) => toolClasses.test(name.slice(name.lastIndexOf('.') + 1))))
        return 'outside'
      for (const definition of definitionsOf(known, base)) {
        if (program.op(definition) !== Op.Class || seen.size >= maxBases) continue
        const inner = program.operand(definition, 0)
        if (toolClasses.test(program.classes[inner]?.name ?? '')) found = 'inside'
        seen.add(inner)
      }
    }
  }
  return found
}
