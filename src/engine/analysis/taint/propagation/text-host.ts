import { remoteModels } from '../../models/sources/remote-responses.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, positionalArguments, receiverOf } from '../../schemas/schema-steps.ts'
import { constantText } from '../sources/constant-text.ts'
import { operandsOf, optionCount, optionsOf } from '../sources/text-options.ts'

/** Maximum number of values visited for one text, and of values and operands for all texts of a program. */
const bounds = { values: 200, total: 1_000_000 }

/** A host that sends a text, or a part of it. */
export interface TextHost {
  readonly host: string
  readonly node: number
  readonly isPart: boolean
}

/** Fields of a response that contain no text of the host. */
const statusFields: ReadonlySet<string> = new Set([
  'status',
  'statusCode',
  'status_code',
  'ok',
  'is_success',
  'redirected',
  'elapsed',
  'url',
])

/** Functions that return the text in their first argument. */
const plainFunctions = /^(?:JSON\.parse|json\.loads|String|str)$/

/** Methods that return the text in their receiver, such as the body of a response. */
const plainMethods: ReadonlySet<string> = new Set([
  'text',
  'json',
  'read',
  'decode',
  'toString',
  'trim',
  'strip',
  'get',
])

/**
 * Finds the hosts that send texts. A host counts only if the program names it, because other hosts are the
 * operator's choice. Hosts on the same machine do not count.
 */
export class TextHosts {
  readonly #known: KnownProgram
  readonly #ofTexts = new Map<number, readonly TextHost[]>()
  readonly #ofCalls = new Map<number, string | undefined>()
  #left = bounds.total

  constructor(known: KnownProgram) {
    this.#known = known
  }

  of(text: number): readonly TextHost[] {
    const hosts = this.#ofTexts.get(text) ?? this.#find(text)
    this.#ofTexts.set(text, hosts)
    return hosts
  }

  #find(text: number): readonly TextHost[] {
    const { program } = this.#known
    const found = new Map<string, TextHost>()
    const waiting = [{ node: text, isPart: false }]
    const seen = new Set([text])
    for (const { node, isPart } of waiting) {
      this.#left -= 1 + optionCount(this.#known, node)
      if (this.#left < 0) break
      const host = this.#hostOf(node)
      if (host !== undefined) {
        const other = found.get(host)
        found.set(host, { host, node, isPart: isPart && other?.isPart !== false })
        continue
      }
      const isJoined = program.op(node) === Op.Concat || program.op(node) === Op.TaggedTemplate
      for (const before of isJoined ? operandsOf(this.#known, node) : valuesBefore(this.#known, node)) {
        if (before < 0 || seen.has(before) || seen.size >= bounds.values) continue
        seen.add(before)
        waiting.push({ node: before, isPart: isPart || isJoined })
      }
    }
    return [...found.values()]
  }

  #hostOf(node: number): string | undefined {
    if (!this.#ofCalls.has(node)) this.#ofCalls.set(node, hostOf(this.#known, node))
    return this.#ofCalls.get(node)
  }
}

/** Returns the values that a value has, or whose text it contains unchanged. */
function valuesBefore(known: KnownProgram, node: number): readonly number[] {
  const { program, references } = known
  switch (program.op(node)) {
    case Op.Load:
    case Op.LoadDynamic: {
      if (program.op(node) === Op.Load && statusFields.has(program.text(node, 1))) return []
      const values = definitionsOf(known, node).filter((value) => value !== node)
      return values.length > 0 ? values : [program.operand(node, 0)]
    }
    case Op.Call: {
      const values = optionsOf(known, node).filter((value) => value !== node)
      if (values.length > 0) return values
      const callee = program.operand(node, 0)
      const receiver = receiverOf(known, node)
      if (references.externals(callee).some((name) => plainFunctions.test(name)))
        return positionalArguments(known, node).slice(0, 1)
      return receiver !== undefined && plainMethods.has(program.text(callee, 1)) ? [receiver] : []
    }
    default:
      return optionsOf(known, node).filter((value) => value !== node)
  }
}

/** Returns the host in a constant URL that a call requests. */
function hostOf(known: KnownProgram, node: number): string | undefined {
  const { program, references } = known
  if (program.op(node) !== Op.Call && program.op(node) !== Op.New) return undefined
  const [url] = positionalArguments(known, node)
  if (url === undefined) return undefined
  const names = references.externals(program.operand(node, 0))
  if (!names.some((name) => remoteModels.some((model) => model.name.test(name)))) return undefined
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#…]+)(?:[/?#]|$)/i.exec(constantText(known, url) ?? '')?.[1]
  return host === undefined || loopback.test(host) ? undefined : host.toLowerCase()
}

const loopback = new RegExp(
  String.raw`^(?:(?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)(?::\d+)?$`,
  'i',
)
