import { dataflowLimits } from '../../dataflow-limits.ts'
import { MemberFlag, Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, propertiesOf } from '../../schemas/schema-steps.ts'
import type { CollectedSources, ToolDraft } from './collected-sources.ts'
import { offer, partsOf, servedFunctions } from './definitions.ts'
import type { OfferedTool } from './taint-source.ts'
import { definitionWords } from '../../models/sources/definition-words.ts'
import type { EntryPointIndex } from './entry-point-index.ts'

/**
 * Adds tools that classes define: `class ReadTool { name = 'read'; schema = …; execute(input) {} }`. `enforced`
 * contains the names of attributes that the program validates arguments against.
 */
export function findClassDefinitions(
  known: KnownProgram,
  survey: EntryPointIndex,
  enforced: ReadonlySet<string>,
  collected: CollectedSources,
): void {
  const served = servedFunctions(known, collected)
  for (const index of known.program.classes.keys()) {
    const values = valuesOf(known, survey, index)
    if (!definitionWords.functions.some((key) => values.has(key))) continue
    const parts = partsOf(known, values)
    if (parts.schema === undefined || parts.functions.length === 0) continue
    offer(
      known,
      {
        node: nodeOf(known, index),
        parts,
        offers: 'tool',
        isEnforced: enforced.has(parts.schemaKey ?? '') || isOfFramework(known, index),
        served,
      },
      collected,
    )
  }
}

/**
 * Adds the tool that a class defines, if an instance of the class is registered. Returns undefined if the class defines
 * no name.
 */
export function offerClass(
  known: KnownProgram,
  {
    index,
    offers,
    survey,
    isEnforced,
  }: {
    readonly index: number
    readonly offers: OfferedTool['kind']
    readonly survey: EntryPointIndex
    readonly isEnforced: boolean
  },
  collected: CollectedSources,
): ToolDraft | undefined {
  const parts = partsOf(known, valuesOf(known, survey, index))
  // The framework where the tool is registered calls the tool's functions, so their arguments are tool arguments.
  const draft = offer(
    known,
    { node: nodeOf(known, index), parts: { ...parts, functions: [] }, offers, isEnforced },
    collected,
  )
  for (const one of parts.functions) draft?.functions.add(one)
  return draft
}

/** Returns the classes that a value may be an instance of, and all their subclasses. */
export function classesOf(known: KnownProgram, node: number): readonly number[] {
  const found = new Set(known.references.instanceClasses(node))
  const derived = derivedClasses(known)
  for (const index of found) for (const one of derived.get(index) ?? []) found.add(one)
  return [...found].toSorted((one, other) => one - other)
}

/** Direct subclasses by class. */
const derivedOf = new WeakMap<Program, ReadonlyMap<number, readonly number[]>>()

function derivedClasses(known: KnownProgram): ReadonlyMap<number, readonly number[]> {
  const { program } = known
  const remembered = derivedOf.get(program)
  if (remembered) return remembered
  const derived = new Map<number, number[]>()
  for (const index of program.classes.keys())
    for (const base of basesOf(known, index)) derived.set(base, [...(derived.get(base) ?? []), index])
  derivedOf.set(program, derived)
  return derived
}

function basesOf(known: KnownProgram, index: number): readonly number[] {
  const { program } = known
  return (program.classes[index]?.bases ?? [])
    .flatMap((base) => definitionsOf(known, base))
    .filter((one) => program.op(one) === Op.Class)
    .map((one) => program.operand(one, 0))
}

/** Reports whether a class extends a library class. Such a class is called by the library in the documented way. */
function isOfFramework({ program, references }: KnownProgram, index: number): boolean {
  return program.classes[index]?.bases.some((base) => references.externals(base).length > 0) ?? false
}

function nodeOf({ program }: KnownProgram, index: number): number {
  return program.classes[index]?.members[0]?.value ?? 0
}

/** Returns the members and fields of a class by name. Includes only those with exactly one known value. */
export const valuesOfClass = (
  known: KnownProgram,
  survey: EntryPointIndex,
  index: number,
): ReadonlyMap<string, number> => valuesOf(known, survey, index)

const valuesOfClasses = new WeakMap<EntryPointIndex, Map<number, ReadonlyMap<string, number>>>()

/**
 * Returns the members and fields of a class and its base classes by name. For a getter, returns the value that it
 * returns.
 */
function valuesOf(known: KnownProgram, survey: EntryPointIndex, index: number, depth = 0): ReadonlyMap<string, number> {
  const { program } = known
  const remembered = valuesOfClasses.get(survey) ?? new Map<number, ReadonlyMap<string, number>>()
  valuesOfClasses.set(survey, remembered)
  const found = remembered.get(index)
  if (found) return found
  const values = new Map<string, number>()
  remembered.set(index, values)
  const made = program.classes[index]
  if (!made || depth > dataflowLimits.maxTypeDepth) return values
  for (const base of basesOf(known, index)) {
    for (const [key, value] of valuesOf(known, survey, base, depth + 1)) {
      const own = handedToBase(known, value, { base, creator: made.creator })
      if (own !== undefined) values.set(key, own)
    }
  }
  for (const { key, value, flags } of made.members) {
    const returned =
      (flags & MemberFlag.getter) === 0 || program.op(value) !== Op.Closure
        ? undefined
        : program.functions[program.operand(value, 0)]?.returns[0]
    if ((flags & MemberFlag.setter) === 0)
      values.set(key, returned === undefined ? value : program.operand(returned, 0))
  }
  for (const own of [made.initializer, made.creator])
    for (const store of survey.selfStores.get(own) ?? []) values.set(program.text(store, 1), program.operand(store, 2))
  return values
}

/**
 * Resolves a base class parameter to the argument that the subclass passes, as in `super('read', schema)`. Undefined if
 * the subclass passes no such argument. Returns other values unchanged.
 */
function handedToBase(
  known: KnownProgram,
  value: number,
  { base, creator }: { readonly base: number; readonly creator: number },
): number | undefined {
  const { program, references } = known
  const parameter = program.op(value) === Op.Load ? program.operand(value, 0) : value
  const index = program.classes[base]?.creator ?? -1
  if (program.op(parameter) !== Op.Parameter || program.functionOf(parameter) !== index) return value
  const call = references.callers(index).find((one) => program.functionOf(one) === creator)
  const argument = call === undefined ? undefined : references.argumentFor(call, index, program.operand(parameter, 0))
  if (argument === undefined || parameter === value) return argument
  const [definition] = definitionsOf(known, argument)
  return definition === undefined ? undefined : propertiesOf(known, definition).values.get(program.text(value, 1))
}
