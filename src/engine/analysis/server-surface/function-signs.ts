import { LiteralKind, Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { ProgramParameter } from '../program/program-parts.ts'
import type { FoundReferences } from '../points-to/found-references.ts'
import {
  authenticatingNames,
  credentialHeaders,
  credentialParameters,
  decodingUnlessTold,
  headerHolders,
  hostCheckingNames,
  misdirectedStatus,
  parameterHolders,
  readingMethods,
  refusingStatus,
  unverifiedDecoding,
  verifyingNames,
} from '../models/server-surface/request-words.ts'
import {
  identityAttributes,
  identityCalls,
  identityHeaders,
  sessionIds,
} from '../models/server-surface/identity-words.ts'
import { httpTransports, transportMethods } from '../models/server-surface/protocol-words.ts'
import { isCompared } from './compared.ts'
import { lastName, plainName } from './plain-name.ts'
import { keyText, requestParts } from './request-parts.ts'
import { type FunctionSigns, Sign } from './sign.ts'
import { tellingStrings } from './telling-strings.ts'

/** Looks once at every node. `wanted` are plain names of calls that are kept. */
export function findSigns(program: Program, references: FoundReferences, wanted: ReadonlySet<string>): FunctionSigns {
  const { holds, isRequest } = requestParts(program, references)
  const bits = new Uint16Array(program.functions.length)
  const calls = new Map<string, number[]>()
  const refusals = new Map<number, number[]>()
  const decodings = new Map<number, number[]>()
  const passes = new Map<number, number[]>()
  const originHeaders: number[] = []
  const hostStores: number[] = []
  const allowingCredentials: number[] = []
  const claimHeaders: { node: number; name: string }[] = []
  const transportProperties: number[] = []
  const transportReads: number[] = []
  const callbackCalls = new Map<number, number[]>()
  const mark = (node: number, bit: number) => {
    const index = program.functionOf(node)
    bits[index] = (bits[index] ?? 0) | bit
  }
  const isTelling = tellingStrings(program)
  const telling = new Map<string, boolean>()
  const [host, transport] = [program.stringIndex('host'), program.stringIndex('transport')]
  for (let node = 0; node < program.nodeCount; node += 1) {
    switch (program.op(node)) {
      case Op.Load:
        if (isTelling[program.operand(node, 1)] === 1) noteRead(node, program.text(node, 1), program.operand(node, 0))
        break
      case Op.LoadDynamic: {
        const key = keyText(program, program.operand(node, 1))
        if (key !== undefined) noteRead(node, key, program.operand(node, 0))
        break
      }
      case Op.Throw:
        mark(node, Sign.throws)
        break
      case Op.Literal:
        if (isTelling[program.operand(node, 1)] === 1) noteLiteral(node)
        break
      case Op.Store:
        if (program.operand(node, 1) === host) hostStores.push(node)
        if (isTelling[program.operand(node, 1)] === 1) noteHeader(node, program.text(node, 1))
        break
      case Op.Binary:
        if (
          (isOwner(program.operand(node, 1)) || isOwner(program.operand(node, 2))) &&
          /^[!=]==?$/.test(program.text(node, 0)) &&
          ![1, 2].some((index) => program.op(program.operand(node, index)) === Op.Literal)
        )
          mark(node, Sign.comparesOwner)
        break
      case Op.Property:
        if (program.operand(node, 0) === transport) transportProperties.push(node)
        if (isTelling[program.operand(node, 0)] === 1) noteHeader(node, program.text(node, 0))
        break
      case Op.Call:
      case Op.New:
        noteCall(node)
        break
      default:
    }
  }
  return {
    bits,
    calls,
    refusals,
    passes,
    decodings,
    hostStores,
    originHeaders,
    credentialHeaders: allowingCredentials,
    claimHeaders,
    transportProperties,
    transportReads,
    callbackCalls,
  }

  function noteRead(node: number, key: string, holder: number): void {
    if (key.length > 60) return
    const name = key.toLowerCase()
    if (identityAttributes.test(key)) mark(node, Sign.readsIdentity)
    if (sessionIds.has(name)) mark(node, Sign.readsSession)
    if (identityHeaders.test(name) && holds(holder, headerHolders)) claimHeaders.push({ node, name })
    if (name === 'remoteaddress') mark(node, Sign.readsAddress)
    else if (name === 'host' || name === 'origin' || name === 'hostname') {
      if (
        (holds(holder, headerHolders) || (name === 'hostname' && isRequest(holder))) &&
        isCompared(program, references, node)
      )
        mark(node, Sign.comparesHost)
    } else if (name === 'authorization') mark(node, Sign.readsCredential)
    else if (/^http_40[13]_/.test(name)) refuse(node)
    else if (
      (credentialHeaders.test(name) && holds(holder, headerHolders)) ||
      (credentialParameters.test(name) && holds(holder, parameterHolders)) ||
      (name === 'cookies' && isRequest(holder))
    )
      mark(node, Sign.readsCredential)
  }

  function noteLiteral(node: number): void {
    const text = program.text(node, 1)
    if (program.operand(node, 0) === LiteralKind.number) {
      if (refusingStatus.has(text) && isHandedOver(node)) refuse(node)
      else if (misdirectedStatus.has(text) && isHandedOver(node)) mark(node, Sign.misdirects)
    } else noteHeader(node, text)
  }

  function noteHeader(node: number, text: string): void {
    if (text.length < 27 || text.length > 32) return
    const name = text.toLowerCase()
    if (name === 'access-control-allow-origin') originHeaders.push(node)
    else if (name === 'access-control-allow-credentials') allowingCredentials.push(node)
  }

  function noteCall(node: number): void {
    const callee = program.operand(node, 0)
    if (program.op(callee) === Op.Parameter) append(callbackCalls, program.functionOf(node), node)
    if (letsPass(callee)) append(passes, program.functionOf(node), node)
    const name = plainName({ program, references }, callee)
    if (name === undefined || !saysAnything(name)) return
    if (wanted.has(name)) append(calls, name, node)
    if (httpTransports.has(name) || transportMethods.has(name)) mark(node, Sign.carriesProtocol)
    if (program.op(callee) === Op.Load && readingMethods.has(name)) noteNamedRead(node, callee)
    if (identityCalls.has(name)) mark(node, Sign.readsIdentity)
    if (
      transportMethods.has(name) &&
      program.op(callee) === Op.Load &&
      program.op(program.operand(callee, 0)) === Op.Load &&
      program.text(program.operand(callee, 0), 1) === 'transport'
    )
      transportReads.push(node)
    if (verifyingNames.has(name)) mark(node, Sign.verifies)
    if (name === 'decode' || /jwt|unverified/i.test(name)) noteDecoding(node, callee)
    // A name that the project gave itself says nothing: what its function does, does.
    if (
      (authenticatingNames.test(name) || hostCheckingNames.test(name)) &&
      references.callees(node).length === 0 &&
      isOfOthers(callee)
    )
      mark(node, hostCheckingNames.test(name) ? Sign.checksHosts : Sign.authenticates)
  }

  /** Whether the name of what is called tells anything: most do not, and come again and again. */
  function saysAnything(name: string): boolean {
    const known = telling.get(name)
    if (known !== undefined) return known
    const found =
      [wanted, httpTransports, transportMethods, readingMethods, identityCalls, verifyingNames].some((names) =>
        names.has(name),
      ) ||
      name === 'decode' ||
      [/jwt|unverified/i, authenticatingNames, hostCheckingNames].some((pattern) => pattern.test(name))
    telling.set(name, found)
    return found
  }

  /** `headers.get('authorization')`, `request.header('host')` */
  function noteNamedRead(node: number, callee: number): void {
    const key = keyText(program, program.operand(node, 1))?.toLowerCase()
    if (key === undefined) return
    const holder = program.operand(callee, 0)
    if (sessionIds.has(key)) mark(node, Sign.readsSession)
    if (identityHeaders.test(key)) claimHeaders.push({ node, name: key })
    if (key === 'authorization' || key === 'cookie' || (key.includes('-') && credentialHeaders.test(key)))
      mark(node, Sign.readsCredential)
    else if (key === 'host' || key === 'origin') {
      if (
        (holds(holder, headerHolders) || isRequest(holder) || program.text(callee, 1) !== 'get') &&
        isCompared(program, references, node)
      )
        mark(node, Sign.comparesHost)
    } else if (credentialParameters.test(key) && (holds(holder, parameterHolders) || holds(holder, headerHolders)))
      mark(node, Sign.readsCredential)
  }

  function letsPass(callee: number): boolean {
    const op = program.op(callee)
    if (op === Op.Capture) return letsPass(program.operand(callee, 0))
    if (op === Op.Parameter)
      return isNext(program.functions[program.functionOf(callee)]?.parameters ?? [], program.operand(callee, 0))
    // The application that a class stands around.
    return (
      op === Op.Load && program.text(callee, 1) === 'app' && program.op(program.operand(callee, 0)) === Op.Parameter
    )
  }

  function noteDecoding(node: number, callee: number): void {
    const names = references.externals(callee)
    const isUnverified =
      names.some((one) => unverifiedDecoding.test(one)) ||
      (names.some((one) => decodingUnlessTold.test(one)) && isToldNotTo(program, node))
    if (isUnverified) {
      mark(node, Sign.decodes)
      append(decodings, program.functionOf(node), node)
    } else if (names.some((one) => decodingUnlessTold.test(one))) mark(node, Sign.verifies)
  }

  function refuse(node: number): void {
    mark(node, Sign.refuses)
    append(refusals, program.functionOf(node), node)
  }

  function isOwner(node: number): boolean {
    const op = program.op(node)
    return op === Op.Load && isTelling[program.operand(node, 1)] === 1 && identityAttributes.test(program.text(node, 1))
  }

  function isHandedOver(node: number): boolean {
    return program.users(node).some((user) => {
      const op = program.op(user)
      return op === Op.Call || op === Op.New || op === Op.Property || op === Op.Keyword || op === Op.Store
    })
  }

  function isOfOthers(callee: number): boolean {
    return (
      references.externals(callee).some((name) => authenticatingNames.test(name) || hostCheckingNames.test(name)) ||
      (program.op(callee) === Op.Load &&
        references.functions(callee).length === 0 &&
        authenticatingNames.test(lastName({ program, references }, callee)))
    )
  }
}

/**
 * Whether a parameter is what lets a request pass on, by its name; where a minifier took that, by its place: the last
 * of `(request, response, next)` and `(context, next)`.
 */
function isNext(parameters: readonly ProgramParameter[], place: number): boolean {
  const names = parameters.map(({ name }) => name ?? '')
  const name = names[place] ?? ''
  return (
    /^_*(?:next|call_?next|done)$/i.test(name) ||
    (place > 0 && place === names.length - 1 && names.length <= 3 && names.every((one) => /^[\w$]{1,2}$/.test(one)))
  )
}

/** `options={'verify_signature': False}`, `verify=False` */
function isToldNotTo(program: Program, call: number): boolean {
  for (let index = 1; index < program.operandCount(call); index += 1) {
    const argument = program.operand(call, index)
    if (program.op(argument) !== Op.Keyword) continue
    const value = program.operand(argument, 1)
    const isNo = (node: number) => program.op(node) === Op.Literal && program.text(node, 1).toLowerCase() === 'false'
    if (program.text(argument, 0) === 'verify' && isNo(value)) return true
    for (let at = 0; program.op(value) === Op.ObjectOf && at < program.operandCount(value); at += 1) {
      const entry = program.operand(value, at)
      if (
        program.op(entry) === Op.Property &&
        program.text(entry, 0) === 'verify_signature' &&
        isNo(program.operand(entry, 1))
      )
        return true
    }
  }
  return false
}

function append<Key>(into: Map<Key, number[]>, key: Key, node: number): void {
  const known = into.get(key)
  if (known) known.push(node)
  else into.set(key, [node])
}
