import { LiteralKind, Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
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
  readingDefaults,
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
import { append } from './append.ts'
import { isCompared } from './compared.ts'
import { credentialParametersOf, takesCredential } from './credential-parameters.ts'
import { isHandedOver, isOfOthers } from './call-tests.ts'
import { isVerificationOff } from './verification-off.ts'
import { letsRequestPass } from './request-passes.ts'
import { plainName } from './plain-name.ts'
import { isRefusingStatus, keyText, requestParts } from './request-parts.ts'
import { type FunctionSigns, Sign } from './sign.ts'
import { tellingStrings } from './telling-strings.ts'

/** Visits each program node once. `wanted`: unqualified names of the calls to collect. */
export function findSigns(program: Program, references: FoundReferences, wanted: ReadonlySet<string>): FunctionSigns {
  return new SignCollector(program, references, wanted).collect()
}

class SignCollector {
  readonly #program: Program
  readonly #references: FoundReferences
  readonly #scope: { readonly program: Program; readonly references: FoundReferences }
  readonly #wanted: ReadonlySet<string>
  readonly #holds: ReturnType<typeof requestParts>['holds']
  readonly #isRequest: ReturnType<typeof requestParts>['isRequest']
  readonly #isTelling: Uint8Array
  /** Whether each call name is relevant. Cached. */
  readonly #telling = new Map<string, boolean>()
  readonly #bits: Uint16Array
  readonly #calls = new Map<string, number[]>()
  readonly #refusals = new Map<number, number[]>()
  readonly #credentialReads = new Map<number, number[]>()
  readonly #decodings = new Map<number, number[]>()
  readonly #passes = new Map<number, number[]>()
  readonly #originHeaders: number[] = []
  readonly #hostStores: number[] = []
  readonly #allowingCredentials: number[] = []
  readonly #claimHeaders: { node: number; name: string }[] = []
  readonly #transportProperties: number[] = []
  readonly #transportReads: number[] = []
  readonly #callbackCalls = new Map<number, number[]>()
  readonly #identityReads = new Map<number, number[]>()

  constructor(program: Program, references: FoundReferences, wanted: ReadonlySet<string>) {
    this.#program = program
    this.#references = references
    this.#scope = { program, references }
    this.#wanted = wanted
    const { holds, isRequest } = requestParts(program, references)
    this.#holds = holds
    this.#isRequest = isRequest
    this.#isTelling = tellingStrings(program)
    this.#bits = new Uint16Array(program.functions.length)
  }

  collect(): FunctionSigns {
    for (const node of credentialParametersOf(this.#program)) this.#readCredential(node)
    const [host, transport] = [this.#program.stringIndex('host'), this.#program.stringIndex('transport')]
    for (let node = 0; node < this.#program.nodeCount; node += 1) {
      switch (this.#program.op(node)) {
        case Op.Load:
          if (this.#isTelling[this.#program.operand(node, 1)] === 1)
            this.#noteRead(node, this.#program.text(node, 1), this.#program.operand(node, 0))
          break
        case Op.LoadDynamic: {
          const key = keyText(this.#program, this.#program.operand(node, 1))
          if (key !== undefined) this.#noteRead(node, key, this.#program.operand(node, 0))
          break
        }
        case Op.Throw:
          this.#mark(node, Sign.throws)
          break
        case Op.Literal:
          if (this.#isTelling[this.#program.operand(node, 1)] === 1) this.#noteLiteral(node)
          break
        case Op.Store:
          if (this.#program.operand(node, 1) === host) this.#hostStores.push(node)
          if (this.#isTelling[this.#program.operand(node, 1)] === 1) this.#noteHeader(node, this.#program.text(node, 1))
          break
        case Op.Binary:
          if (
            (this.#isOwner(this.#program.operand(node, 1)) || this.#isOwner(this.#program.operand(node, 2))) &&
            /^[!=]==?$/.test(this.#program.text(node, 0)) &&
            ![1, 2].some((index) => this.#program.op(this.#program.operand(node, index)) === Op.Literal)
          )
            this.#mark(node, Sign.comparesOwner)
          break
        case Op.Property:
          if (this.#program.operand(node, 0) === transport) this.#transportProperties.push(node)
          if (this.#isTelling[this.#program.operand(node, 0)] === 1) {
            // Example: a table of functions by request method.
            if (this.#program.text(node, 0) === 'tools/call') this.#mark(node, Sign.carriesProtocol)
            this.#noteHeader(node, this.#program.text(node, 0))
          }
          break
        case Op.Call:
        case Op.New:
          this.#noteCall(node)
          break
        default:
      }
    }
    return {
      bits: this.#bits,
      calls: this.#calls,
      refusals: this.#refusals,
      passes: this.#passes,
      credentialReads: this.#credentialReads,
      decodings: this.#decodings,
      hostStores: this.#hostStores,
      originHeaders: this.#originHeaders,
      credentialHeaders: this.#allowingCredentials,
      claimHeaders: this.#claimHeaders,
      transportProperties: this.#transportProperties,
      transportReads: this.#transportReads,
      callbackCalls: this.#callbackCalls,
      identityReads: this.#identityReads,
    }
  }

  #mark(node: number, bit: number): void {
    const index = this.#program.functionOf(node)
    this.#bits[index] = (this.#bits[index] ?? 0) | bit
  }

  #noteIdentity(node: number): void {
    this.#mark(node, Sign.readsIdentity)
    append(this.#identityReads, this.#program.functionOf(node), node)
  }

  #noteRead(node: number, key: string, holder: number): void {
    if (key.length > 60) return
    const name = key.toLowerCase()
    if (identityAttributes.test(key)) this.#noteIdentity(node)
    if (sessionIds.has(name)) this.#mark(node, Sign.readsSession)
    if (identityHeaders.test(name) && this.#holds(holder, headerHolders)) this.#claimHeaders.push({ node, name })
    if (name === 'remoteaddress') this.#mark(node, Sign.readsAddress)
    else if (name === 'host' || name === 'origin' || name === 'hostname') {
      if (
        (this.#holds(holder, headerHolders) || (name === 'hostname' && this.#isRequest(holder))) &&
        isCompared(this.#program, this.#references, node)
      )
        this.#mark(node, Sign.comparesHost)
    } else if (name === 'authorization') this.#readCredential(node)
    else if (isRefusingStatus(this.#scope, name, holder)) this.#refuse(node)
    else if (
      (credentialHeaders.test(name) && this.#holds(holder, headerHolders)) ||
      (credentialParameters.test(name) && this.#holds(holder, parameterHolders)) ||
      (name === 'cookies' && this.#isRequest(holder))
    )
      this.#readCredential(node)
  }

  #noteLiteral(node: number): void {
    const text = this.#program.text(node, 1)
    if (this.#program.operand(node, 0) === LiteralKind.number) {
      if (refusingStatus.has(text) && isHandedOver(this.#program, node)) this.#refuse(node)
      else if (misdirectedStatus.has(text) && isHandedOver(this.#program, node)) this.#mark(node, Sign.misdirects)
    } else if (text === 'tools/call') this.#noteDispatch(node)
    else this.#noteHeader(node, text)
  }

  /** Handles `method === 'tools/call'` in a server that implements MCP without the SDK. */
  #noteDispatch(node: number): void {
    if (this.#program.users(node).some((user) => this.#program.op(user) === Op.Binary))
      this.#mark(node, Sign.carriesProtocol)
  }

  #noteHeader(node: number, text: string): void {
    if (text.length < 27 || text.length > 32) return
    const name = text.toLowerCase()
    if (name === 'access-control-allow-origin') this.#originHeaders.push(node)
    else if (name === 'access-control-allow-credentials') this.#allowingCredentials.push(node)
  }

  #noteCall(node: number): void {
    const callee = this.#program.operand(node, 0)
    if (this.#program.op(callee) === Op.Parameter) append(this.#callbackCalls, this.#program.functionOf(node), node)
    if (letsRequestPass(this.#program, callee)) append(this.#passes, this.#program.functionOf(node), node)
    const name = plainName(this.#scope, callee)
    if (name === undefined || !this.#saysAnything(name)) return
    if (this.#wanted.has(name)) append(this.#calls, name, node)
    if (httpTransports.has(name) || transportMethods.has(name)) this.#mark(node, Sign.carriesProtocol)
    if (this.#program.op(callee) === Op.Load && readingMethods.has(name)) this.#noteNamedRead(node, callee)
    if (identityCalls.has(name)) this.#noteIdentity(node)
    if (
      transportMethods.has(name) &&
      this.#program.op(callee) === Op.Load &&
      this.#program.op(this.#program.operand(callee, 0)) === Op.Load &&
      this.#program.text(this.#program.operand(callee, 0), 1) === 'transport'
    )
      this.#transportReads.push(node)
    if (verifyingNames.has(name)) this.#mark(node, Sign.verifies)
    if (takesCredential(this.#scope, node, name)) this.#readCredential(node)
    if (name === 'decode' || /jwt|unverified/i.test(name)) this.#noteDecoding(node, callee)
    // A project function's name proves nothing, so its body is analyzed instead.
    if (
      (authenticatingNames.test(name) || hostCheckingNames.test(name)) &&
      this.#references.callees(node).length === 0 &&
      isOfOthers(this.#scope, callee)
    )
      this.#mark(node, hostCheckingNames.test(name) ? Sign.checksHosts : Sign.authenticates)
  }

  /** True if a callee name is relevant. Cached, because most names are not relevant and occur repeatedly. */
  #saysAnything(name: string): boolean {
    const known = this.#telling.get(name)
    if (known !== undefined) return known
    const found =
      [
        this.#wanted,
        readingDefaults,
        httpTransports,
        transportMethods,
        readingMethods,
        identityCalls,
        verifyingNames,
      ].some((names) => names.has(name)) ||
      name === 'decode' ||
      [/jwt|unverified/i, authenticatingNames, hostCheckingNames].some((pattern) => pattern.test(name))
    this.#telling.set(name, found)
    return found
  }

  /** Handles `headers.get('authorization')` and `request.header('host')`. */
  #noteNamedRead(node: number, callee: number): void {
    const key = keyText(this.#program, this.#program.operand(node, 1))?.toLowerCase()
    if (key === undefined) return
    const holder = this.#program.operand(callee, 0)
    if (sessionIds.has(key)) this.#mark(node, Sign.readsSession)
    if (identityHeaders.test(key)) this.#claimHeaders.push({ node, name: key })
    if (key === 'authorization' || key === 'cookie' || (key.includes('-') && credentialHeaders.test(key)))
      this.#readCredential(node)
    else if (key === 'host' || key === 'origin') {
      if (
        (this.#holds(holder, headerHolders) || this.#isRequest(holder) || this.#program.text(callee, 1) !== 'get') &&
        isCompared(this.#program, this.#references, node)
      )
        this.#mark(node, Sign.comparesHost)
    } else if (
      credentialParameters.test(key) &&
      (this.#holds(holder, parameterHolders) || this.#holds(holder, headerHolders))
    )
      this.#readCredential(node)
  }

  #noteDecoding(node: number, callee: number): void {
    const names = this.#references.externals(callee)
    const isUnverified =
      names.some((one) => unverifiedDecoding.test(one)) ||
      (names.some((one) => decodingUnlessTold.test(one)) && isVerificationOff(this.#program, node))
    if (isUnverified) {
      this.#mark(node, Sign.decodes)
      append(this.#decodings, this.#program.functionOf(node), node)
    } else if (names.some((one) => decodingUnlessTold.test(one))) this.#mark(node, Sign.verifies)
  }

  #readCredential(node: number): void {
    this.#mark(node, Sign.readsCredential)
    append(this.#credentialReads, this.#program.functionOf(node), node)
  }

  #refuse(node: number): void {
    this.#mark(node, Sign.refuses)
    append(this.#refusals, this.#program.functionOf(node), node)
  }

  #isOwner(node: number): boolean {
    const op = this.#program.op(node)
    return (
      op === Op.Load &&
      this.#isTelling[this.#program.operand(node, 1)] === 1 &&
      identityAttributes.test(this.#program.text(node, 1))
    )
  }
}
