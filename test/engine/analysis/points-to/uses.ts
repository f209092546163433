import { Op } from '../../../../src/engine/analysis/ir/operations.ts'
import { referencesIn, type Texts } from '../linked-texts.ts'

/** Points-to results for the first argument of a call of `use`, as strings that can be compared. */
export interface Use {
  /** Sorted names of the functions that the value may be. `callees` contains those that a call may run. */
  readonly functions: readonly string[]
  readonly callees: readonly string[]
  readonly classes: readonly string[]
  readonly instances: readonly string[]
  readonly externals: readonly string[]
  /** Constants with their text, and other definitions with the name of their operation, sorted. */
  readonly origins: readonly string[]
  /** Returns the values that were stored under a key, in the format of `origins`. */
  readonly attribute: (key: string) => readonly string[]
  /** Allocation sites of the objects that the value may be. */
  readonly objects: readonly string[]
  /** Returns the argument that the call passes for a parameter, if it may run only one function. */
  readonly handed: (parameter: number) => string | undefined
}

/** Returns the results for each call of the global `use`, in the order of files and nodes. */
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

/** Returns the result for the only call of `use`. */
export function useIn(texts: Texts): Use {
  const [use, ...others] = usesIn(texts)
  if (!use || others.length > 0) throw new RangeError(`there are ${others.length + (use ? 1 : 0)} uses`)
  return use
}
