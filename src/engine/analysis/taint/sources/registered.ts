import { httpServerLanguage } from '../../models/server-surface/http-servers.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, positionalArguments } from '../../schemas/schema-steps.ts'
import { shapeOfSchema } from '../../schemas/shape-of-schema.ts'
import { anyShape, harmlessShape } from '../../schemas/shape.ts'
import { callbackFunctions } from './callbacks.ts'
import type { CollectedSources, ToolDraft } from './collected-sources.ts'
import { constantText } from './constant-text.ts'
import { classesOf, offerClass } from './class-definitions.ts'
import { offerDefinition } from './definitions.ts'
import { type Registration, registrations } from '../../models/sources/registrations.ts'
import { type RegistrationParts, registrationParts } from './registration-parts.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { addCallSources } from './tool-sources.ts'
import { type RegistrationRun, registrationRuns } from './registration-runs.ts'

/** Names of methods to include in the `EntryPointIndex`. */
export const registrationMethods: readonly string[] = registrations.map(({ method }) => method)

/**
 * Adds the tools, resources, and prompts registered by calls of server methods. The SDK validates arguments against
 * their schemas.
 */
export function findRegistered(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  for (const registration of registrations) {
    for (const call of survey.methodCalls.get(registration.method) ?? []) {
      if (known.program.fileOf(call).semantics.libraries !== httpServerLanguage || !mayBeServer(known, call)) continue
      if (registration.arguments === 'definition') offerArgument(known, registration, call, collected)
      else offerNamed(known, { survey, registration, call }, collected)
    }
  }
}

/** True unless the receiver is known to belong to another library. */
export function mayBeServer({ program, references }: KnownProgram, call: number): boolean {
  const callee = program.operand(call, 0)
  const names = references.externals(program.operand(callee, 0))
  return names.length === 0 || names.some((name) => /mcp|modelcontextprotocol/i.test(name))
}

function offerArgument(known: KnownProgram, { offers }: Registration, call: number, collected: CollectedSources): void {
  const [definition] = positionalArguments(known, call)
  if (definition === undefined) return
  const runs = registrationRuns(known, call, [definition]).map((run) => run.resolve(definition))
  for (const object of new Set([definition, ...runs].flatMap((node) => objectsOf(known, node))))
    offerDefinition(known, { object, offers, isEnforced: true }, collected)
}

/** Returns the object literals and instances that a value may refer to. */
function objectsOf({ program, references }: KnownProgram, node: number): readonly number[] {
  return references.objects(node).filter((one) => program.op(one) === Op.ObjectOf)
}

/**
 * Returns the index of the function among the arguments. It is the last argument, unless that one cannot be a function
 * and an earlier one can.
 */
function callbackPlace(known: KnownProgram, others: readonly number[]): number {
  const last = others.length - 1
  if (callbackFunctions(known, others[last] ?? -1).length > 0) return last
  const before = others.findLastIndex((one) => known.references.functions(one).length > 0)
  return before < 0 ? last : before
}

function offerNamed(
  known: KnownProgram,
  {
    survey,
    registration,
    call,
  }: { readonly survey: EntryPointIndex; readonly registration: Registration; readonly call: number },
  collected: CollectedSources,
): void {
  const [nameNode, ...others] = positionalArguments(known, call)
  const place = callbackPlace(known, others)
  const callback = others[place]
  if (nameNode === undefined || callback === undefined) return
  const functions = callbackFunctions(known, callback)
  const middle = others.toSpliced(place, 1)
  const runs = registrationRuns(known, call, [nameNode, callback])
  const wrapped = runs.filter(
    (run) =>
      // A function literal in the loop body does not differ between items.
      (run.call !== call || run.resolve(callback) !== callback) &&
      offerWrapped(known, { registration, nameNode, middle, callback, functions, run }, collected),
  )
  const texts = nameTexts(known, nameNode)
  // Without a string name or a function, the call is to an unrelated method with the same name.
  if (wrapped.length > 0 || functions.length === 0 || (texts.length === 0 && !isPartOfDefinition(known, nameNode)))
    return
  const parts = registrationParts(known, registration, middle)
  const [name, another] = texts
  if (name === undefined || another !== undefined)
    offerEachOf(known, { survey, registration, call, nameNode, functions, runs, schema: parts.schema }, collected)
  else
    addFunctions(
      known,
      { functions, parts, draft: collected.tool({ kind: registration.offers, name, node: call }, parts) },
      collected,
    )
}

/**
 * Adds the tool registered by one call of a project's own registration function. Returns false if that call passes no
 * name or no function.
 */
function offerWrapped(
  known: KnownProgram,
  {
    registration,
    nameNode,
    middle,
    callback,
    functions,
    run,
  }: {
    readonly registration: Registration
    readonly nameNode: number
    readonly middle: readonly number[]
    readonly callback: number
    readonly functions: readonly number[]
    readonly run: RegistrationRun
  },
  collected: CollectedSources,
): boolean {
  const { call, resolve } = run
  const name = run.keyOf(nameNode) ?? constantText(known, resolve(nameNode))
  const wrapped = known.program.op(callback) === Op.Call ? positionalArguments(known, callback).map(resolve) : []
  const handed =
    resolve(callback) === callback ? [...positionalArguments(known, call), ...wrapped] : [resolve(callback)]
  const own = handed.flatMap((argument) => callbackFunctions(known, argument))
  if (name === undefined || own.length === 0) return false
  const parts = registrationParts(known, registration, middle, run)
  const draft = collected.tool({ kind: registration.offers, name, node: call }, parts)
  // The wrapper's own code is part of every tool, but its arguments are sources only through the functions that it
  // calls.
  if (resolve(callback) === callback) for (const index of functions) draft.functions.add(index)
  addFunctions(known, { functions: [...new Set(own)], parts, draft }, collected)
  return true
}

function addFunctions(
  known: KnownProgram,
  {
    functions,
    parts,
    draft,
  }: { readonly functions: readonly number[]; readonly parts: RegistrationParts; readonly draft: ToolDraft },
  collected: CollectedSources,
): void {
  const shape = parts.isFixed
    ? harmlessShape
    : parts.schema === undefined
      ? anyShape
      : (parts.shape ?? shapeOfSchema(known, parts.schema) ?? anyShape)
  for (const index of functions) {
    draft.functions.add(index)
    addCallSources(
      known,
      { index, kind: draft.kind, name: draft.name, draft, shape, takesArguments: parts.takesArguments },
      collected,
    )
  }
}

/** Returns the strings that a name may evaluate to. If there are several, one call registers several tools. */
function nameTexts(known: KnownProgram, node: number): readonly string[] {
  const texts = definitionsOf(known, node).map((one) => constantText(known, one))
  return texts.every((text) => text !== undefined) ? [...new Set(texts)] : []
}

/** Reports whether a value is a tool definition's attribute, such as `tool.name`. */
function isPartOfDefinition({ program }: KnownProgram, node: number): boolean {
  const op = program.op(node)
  return (
    op === Op.Load ||
    op === Op.Element ||
    op === Op.Parameter ||
    op === Op.LoadDynamic ||
    op === Op.Key ||
    op === Op.Capture
  )
}

interface EachOf {
  readonly survey: EntryPointIndex
  readonly registration: Registration
  readonly call: number
  readonly nameNode: number
  readonly functions: readonly number[]
  readonly runs: readonly RegistrationRun[]
  readonly schema: number | undefined
}

/** Adds a tool for each definition in a loop whose name, function, and schema are attributes of the same object. */
function offerEachOf(
  known: KnownProgram,
  { survey, registration, call, nameNode, functions, runs, schema }: EachOf,
  collected: CollectedSources,
): void {
  const { program } = known
  const owner = program.op(nameNode) === Op.Load ? program.operand(nameNode, 0) : undefined
  const isEnforced = schema !== undefined
  const offered =
    owner === undefined
      ? []
      : [
          ...new Set([...objectsOf(known, owner), ...runs.flatMap((run) => objectsOf(known, run.resolve(owner)))])
            .values()
            .map((object) => offerDefinition(known, { object, offers: registration.offers, isEnforced }, collected)),
          ...classesOf(known, owner).map((index) =>
            offerClass(known, { index, offers: registration.offers, survey, isEnforced }, collected),
          ),
        ]
  const drafts = offered.filter((draft) => draft !== undefined)
  const own = new Set(drafts.flatMap((draft) => [...draft.functions]))
  // The registration code around the definitions' functions belongs to all these tools.
  for (const index of functions) {
    if (own.has(index)) continue
    for (const draft of drafts) draft.functions.add(index)
    const [only, another] = drafts
    const draft =
      only && !another ? only : only ? undefined : collected.tool({ kind: registration.offers, name: '…', node: call })
    draft?.functions.add(index)
    const shape = schema === undefined ? anyShape : (shapeOfSchema(known, schema) ?? anyShape)
    const name =
      draft?.name ??
      drafts
        .slice(0, 5)
        .map((one) => one.name)
        .join(', ') + (drafts.length > 5 ? ' and others' : '')
    addCallSources(known, { index, kind: registration.offers, name, draft, shape, takesArguments: true }, collected)
  }
}
