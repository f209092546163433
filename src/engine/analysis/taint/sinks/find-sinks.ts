import { LiteralKind, Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { ArgumentLists } from './argument-lists.ts'
import { givenValue, givenValues, type GivenValue } from './call-arguments.ts'
import { ModelsByName } from './model-index.ts'
import { findDatabaseCode } from './database-code.ts'
import { findCredentialRequests } from './credential-requests.ts'
import type { LanguageSemantics } from '../../language-semantics.ts'
import type { SinkCondition, SinkModel } from './sink-model.ts'
import { PresumedSinks } from './presumed-sinks.ts'
import { sinkConditions } from './sink-conditions.ts'
import type { SinkContext } from './sink-context.ts'
import { findQueryFields } from './query-fields.ts'
import { findReflectedCalls } from './reflected-calls.ts'
import { findRenderedTemplates } from './rendered-templates.ts'
import { findReturnedPages } from './returned-pages.ts'
import { findSecretReads, secretPath } from './secret-reads.ts'
import { findShellLists } from './shell-lists.ts'
import { maxReaches, requestHosts } from './request-hosts.ts'
import type { CapabilityUse, NamedReach, SinkUse, Sinks } from './sink.ts'
import { startedProgram } from './started-programs.ts'
import { findSlowPatterns } from './slow-patterns.ts'
import { findStoredSinks } from './stored-sinks.ts'
import { literalParts, separateWords, wordsOf } from './value-words.ts'

/** Statements that delete data from a database. */
const removing = /^\s*(?:drop|delete\s+from|truncate|detach\s+delete)\s/i

/** Number of calls visited between two clock checks. These take place every few milliseconds. */
const callsBetween = 1_024

/**
 * Finds the sinks and the calls that give a tool a capability, in node order. If time runs out, returns those found so
 * far.
 */
export function findSinks(
  known: SinkContext,
  isOver: () => boolean = () => false,
): Sinks & { /** True if time ran out, so there may be more sinks. */ readonly isCut: boolean } {
  const { program } = known
  const uses: SinkUse[] = []
  const capabilities: CapabilityUse[] = []
  const reaches: NamedReach[] = []
  let isCut = false
  const calls = program.index.ofAny(Op.Call, Op.New)
  let at = 0
  const lists = new ArgumentLists(known)
  const presumed = new PresumedSinks(known)
  const byLanguage = new Map<LanguageSemantics, ModelsByName>()
  for (const [index, file] of program.files.entries()) {
    const models = byLanguage.get(file.semantics) ?? new ModelsByName(file.semantics)
    byLanguage.set(file.semantics, models)
    const end = program.files[index + 1]?.firstNode ?? program.nodeCount
    for (; at < calls.length && (calls[at] ?? end) < end && !isCut; at += 1) {
      isCut = at % callsBetween === callsBetween - 1 && isOver()
      const node = calls[at] ?? -1
      const usesBefore = uses.length
      for (const { model, name } of modelsOf(known, models, node)) {
        const found = usesOf(known, node, model, name)
        uses.push(...found)
        if (found.length > 0) capabilities.push(...capabilitiesOf(known, model, found))
        if (model.capability === 'network-egress' && reaches.length < maxReaches)
          for (const { value } of found) reaches.push(...requestHosts(known, node, value))
      }
      const started = startedProgram(known, lists, node)
      if (uses.length === usesBefore && !started) uses.push(...presumed.of(node))
      if (!started || program.isDead(node)) continue
      uses.push(...started)
      capabilities.push({ node, capability: 'executes-commands' })
    }
  }
  uses.push(
    ...findShellLists(known),
    ...findStoredSinks(known),
    ...findReflectedCalls(known),
    ...findDatabaseCode(known),
    ...findQueryFields(known),
    ...findReturnedPages(known),
    ...findSlowPatterns(known),
    ...findRenderedTemplates(known),
  )
  uses.push(...findCredentialRequests(known, uses))
  const secretReads = findSecretReads(known)
  return {
    uses: distinct(uses),
    capabilities: [...capabilities, ...secretReads.map(({ node }) => ({ node, capability: 'reads-secrets' as const }))],
    reaches,
    areReachesCut: reaches.length >= maxReaches,
    secretReads,
    isCut,
  }
}

interface NamedModel {
  readonly model: SinkModel
  readonly name: string
}

function modelsOf({ program, references }: KnownProgram, models: ModelsByName, call: number): readonly NamedModel[] {
  const callee = program.operand(call, 0)
  const isNew = program.op(call) === Op.New
  const named = references.externals(callee)
  if (named.length > 0) {
    const found: NamedModel[] = []
    for (const external of named) {
      const { models: ofName, name } = models.ofName(external, isNew)
      for (const model of ofName) if (!found.some((one) => one.model === model)) found.push({ model, name })
    }
    if (found.length > 0) return program.isDead(call) ? [] : found
  }
  if (program.op(callee) !== Op.Load) return none
  const method = program.text(callee, 1)
  const ofMethod = models.ofMethod(method)
  if (
    ofMethod.length === 0 ||
    references.callees(call).length > 0 ||
    program.isDead(call) ||
    isPattern({ program, references }, program.operand(callee, 0))
  )
    return none
  const words = wordsOf({ program, references }, program.operand(callee, 0))
  return ofMethod
    .filter(({ receiver }) => receiver === undefined || receiver.test(words))
    .map((model) => ({ model, name: `.${method}` }))
}

const none: readonly NamedModel[] = []

/** Reports whether a receiver is a regular expression. Its `exec` runs no command. */
function isPattern({ program, references }: KnownProgram, receiver: number): boolean {
  return (
    [receiver, ...references.origins(receiver)].some(
      (one) => program.op(one) === Op.Literal && program.operand(one, 0) === LiteralKind.pattern,
    ) || references.externals(receiver).some((name) => /^(?:new )?RegExp(?:\(\))?$/.test(name))
  )
}

function usesOf(known: SinkContext, call: number, model: SinkModel, name: string): SinkUse[] {
  return valuesOf(known, call, model)
    .filter(({ value }) => model.when === undefined || sinkConditions[model.when](known, call, value))
    .flatMap((given) =>
      model.when === 'named-program'
        ? separateWords(known, given.value).map((value): GivenValue => ({ value, at: [] }))
        : [given],
    )
    .map(({ value, at }) => ({
      kind: model.kind,
      node: call,
      value,
      at: [...at, ...(model.at ?? [])],
      ...(model.when !== undefined && textConditions.has(model.when) && { isText: true }),
      model: name,
      effect: model.effect,
      action: model.action,
    }))
}

/** Conditions of sinks that accept only text, because other models cover objects. */
const textConditions: ReadonlySet<SinkCondition> = new Set(['no-object', 'statement', 'no-query-object'])

function valuesOf(
  known: KnownProgram,
  call: number,
  { argument, name, callee, method }: SinkModel,
): readonly GivenValue[] {
  if (argument === 'all') return givenValues(known, call)
  if (argument === 'receiver') {
    const callee = known.program.operand(call, 0)
    return known.program.op(callee) === Op.Load ? [{ value: known.program.operand(callee, 0), at: [] }] : []
  }
  const { program, references } = known
  if (argument === 'made of')
    return references
      .origins(program.operand(program.operand(call, 0), 0))
      .filter((made) => program.op(made) === Op.Call)
      .flatMap((made) => givenValue(known, made, Infinity, ...(name === undefined ? [] : [name])) ?? [])
  const names = program.fileOf(call).semantics.calls.parameterNames(callee ?? method ?? '', argument)
  const given = givenValue(
    known,
    call,
    argument,
    ...(name === undefined || names.includes(name) ? [] : [name]),
    ...names,
  )
  return given ? [given] : []
}

/** Returns the capabilities that a call gives a tool, judging by its name and constant arguments. */
function capabilitiesOf(
  known: KnownProgram,
  { capability, kind }: SinkModel,
  uses: readonly SinkUse[],
): CapabilityUse[] {
  const found: CapabilityUse[] = []
  for (const { node, value } of uses) {
    if (capability) found.push({ node, capability })
    if (kind === 'path' && literalParts(known, value).some((part) => secretPath.test(part)))
      found.push({ node, capability: 'reads-secrets' })
    if (kind === 'query' && literalParts(known, value).some((part) => removing.test(part)))
      found.push({ node, capability: 'destructive' })
  }
  return found
}

/**
 * Removes duplicates, because two models or aliases may describe the same sink. If a whole value is dangerous, its
 * parts are not listed separately.
 */
function distinct(uses: readonly SinkUse[]): SinkUse[] {
  const whole = new Set(uses.filter(({ at = [] }) => at.length === 0).map(keyOf))
  const found = new Map<string, SinkUse>()
  for (const use of uses) {
    const at = use.at ?? []
    const key = keyOf(use)
    if (at.length > 0 && whole.has(key)) continue
    const place = `${key} ${at.join(' ')}`
    if (!found.has(place)) found.set(place, use)
  }
  return [...found.values()]
}

const keyOf = ({ kind, node, value }: SinkUse) => `${kind} ${node} ${value}`
