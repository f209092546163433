import { Op } from '../../../../src/engine/analysis/ir/operations.ts'
import { referencesIn, type Texts } from '../linked-texts.ts'

/** What the first argument of one call of `use` refers to, as words that can be compared. */
export interface Use {
  /** Names of functions, sorted; those of calls: what the call may run. */
  readonly functions: readonly string[]
  readonly callees: readonly string[]
  readonly classes: readonly string[]
  readonly instances: readonly string[]
  readonly externals: readonly string[]
  /** Constants with their text, other definitions as the name of their operation; sorted. */
  readonly origins: readonly string[]
  /** What was stored under a key, described as origins are. */
  readonly attribute: (key: string) => readonly string[]
  /** Operations that made the objects it may be. */
  readonly objects: readonly string[]
  /** By parameter: what a call hands to the only function that it may run. */
  readonly handed: (parameter: number) => string | undefined
}

/** What is found for each call of the global `use`, in the order of files and nodes. */
export function usesIn(texts: Texts): Use[] {
  const { program, references } = referencesIn(texts)
  const functionName = (index: number) => program.functions[index]?.name ?? '-'
  const described = (node: number) => {
    if (program.op(node) === Op.Literal) return program.text(node, 1)
    if (program.op(node) === Op.Closure) return `function ${functionName(program.operand(node, 0))}`
    return Object.entries(Op).find(([, op]) => op === program.op(node))?.[0] ?? '?'
  }
  const uses: Use[] = []
  for (let call = 0; call < program.nodeCount; call += 1) {
    const callee = program.operand(call, 0)
    if (program.op(call) !== Op.Call || program.op(callee) !== Op.Global || program.text(callee, 0) !== 'use') continue
    const value = program.operand(call, 1)
    let made = value
    while (program.op(made) === Op.Await || program.op(made) === Op.Typed) made = program.operand(made, 0)
    const callees = references.callees(made)
    uses.push({
      functions: references.functions(value).map(functionName).sort(),
      callees: callees.map(functionName).sort(),
      classes: references
        .classes(value)
        .map((index) => program.classes[index]?.name ?? '-')
        .sort(),
      instances: references
        .instanceClasses(value)
        .map((index) => program.classes[index]?.name ?? '-')
        .sort(),
      externals: [...references.externals(value)].sort(),
      origins: references.origins(value).map(described).sort(),
      attribute: (key) => references.attribute(value, key).map(described).sort(),
      objects: references.objects(value).map(described),
      handed: (parameter) => {
        const [only = -1] = callees
        const argument = callees.length === 1 ? references.argumentFor(made, only, parameter) : undefined
        return argument === undefined ? undefined : described(argument)
      },
    })
  }
  return uses
}

/** The only use of files in which there is one. */
export function useIn(texts: Texts): Use {
  const [use, ...others] = usesIn(texts)
  if (!use || others.length > 0) throw new RangeError(`there are ${others.length + (use ? 1 : 0)} uses`)
  return use
}
