import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { propertiesOf } from '../../schemas/schema-steps.ts'
import type { NamedReach } from './sink.ts'

/** Limits per call: number of hosts, visited values, and strings, and nesting depth. */
const bounds = { hosts: 20, values: 200, texts: 200, depth: 6 }

/** Number of characters at the start of a string that are searched for a host. */
const maxCharacters = 1_000

/**
 * Maximum number of hosts in all calls of a program. If it is reached, the list is incomplete, so no tool reports its
 * hosts.
 */
export const maxReaches = 20_000

/** Placeholder for an unknown part of a string. */
const unknownPart = '\u2026'

/** Client and request options that contain a URL, and options that contain a host. */
const urlOptions: ReadonlySet<string> = new Set([
  'url',
  'uri',
  'baseURL',
  'baseUrl',
  'base_url',
  'prefixUrl',
  'endpoint',
])
const hostOptions: ReadonlySet<string> = new Set(['host', 'hostname'])

/**
 * Returns the constant hosts that a call connects to. They come from the call's URL or, if it names none, from the
 * client that makes the request.
 */
export function requestHosts(known: KnownProgram, call: number, value: number): NamedReach[] {
  const { program } = known
  const search: Search = { hosts: new Map(), seen: new Set(), textsLeft: bounds.texts }
  collect(known, value, search, 0)
  const callee = program.operand(call, 0)
  if (search.hosts.size === 0 && program.op(callee) === Op.Load) {
    for (const client of known.references.origins(program.operand(callee, 0)))
      if (program.op(client) === Op.Call || program.op(client) === Op.New) collect(known, client, search, 0)
  }
  return [...search.hosts].map(([name, { origin, written }]) => ({
    kind: 'destination',
    name,
    ...(written !== undefined && { written }),
    node: call,
    origin,
  }))
}

interface Search {
  /** Hosts, each with the node that contains it and its original spelling. */
  readonly hosts: Map<string, { readonly origin: number; readonly written?: string }>
  readonly seen: Set<number>
  textsLeft: number
}

function collect(known: KnownProgram, node: number, search: Search, depth: number): void {
  const { program } = known
  for (const origin of originsOf(known, node)) {
    if (depth > bounds.depth || search.seen.size >= bounds.values || search.seen.has(origin)) continue
    search.seen.add(origin)
    switch (program.op(origin)) {
      case Op.Literal:
      case Op.Concat:
      case Op.TaggedTemplate:
        for (const text of textsOf(known, origin, search, depth)) add(search, readHost(text), origin)
        break
      case Op.ObjectOf:
        for (const [key, option] of propertiesOf(known, origin).values) collectOption(known, key, option, search, depth)
        break
      case Op.Call:
      case Op.New:
        collectArguments(known, origin, search, depth)
        break
      default:
    }
  }
}

/** Visits the arguments of a call that creates a URL or a client, and the call's receiver if it is a string. */
function collectArguments(known: KnownProgram, call: number, search: Search, depth: number): void {
  const { program } = known
  const callee = program.operand(call, 0)
  if (program.op(callee) === Op.Load) collect(known, program.operand(callee, 0), search, depth + 1)
  for (let index = 1, count = Math.min(program.operandCount(call), 12); index < count; index += 1) {
    const argument = program.operand(call, index)
    if (program.op(argument) === Op.Keyword)
      collectOption(known, program.text(argument, 0), program.operand(argument, 1), search, depth)
    else collect(known, argument, search, depth + 1)
  }
}

function collectOption(known: KnownProgram, key: string, value: number, search: Search, depth: number): void {
  if (urlOptions.has(key)) collect(known, value, search, depth + 1)
  if (!hostOptions.has(key)) return
  for (const origin of originsOf(known, value)) {
    const text = known.program.literalText(origin)
    if (text !== undefined) add(search, readHost(`tcp://${text}/`), origin)
  }
}

/**
 * Returns the strings that a value may be, with `…` for unknown parts. Alternatives are considered only for the first
 * part.
 */
function textsOf(known: KnownProgram, node: number, search: Search, depth: number): string[] {
  if ((search.textsLeft -= 1) < 0) return []
  const { program } = known
  const literal = program.literalText(node)
  if (literal !== undefined) return [literal.slice(0, maxCharacters)]
  if (program.op(node) !== Op.Concat || depth > bounds.depth) return [unknownPart]
  const first = originsOf(known, program.operand(node, 0)).slice(0, bounds.hosts)
  let rest = ''
  for (let index = 1; index < program.operandCount(node) && rest.length < maxCharacters; index += 1) {
    const [part, ...others] = originsOf(known, program.operand(node, index))
    const text = part !== undefined && others.length === 0 ? program.literalText(part) : undefined
    rest += text?.slice(0, maxCharacters) ?? unknownPart
  }
  return first.flatMap((origin) => textsOf(known, origin, search, depth + 1)).map((start) => start + rest)
}

function originsOf({ references }: KnownProgram, node: number): readonly number[] {
  if (node < 0) return []
  const origins = references.origins(node)
  return origins.length === 0 ? [node] : origins
}

function add({ hosts }: Search, host: ReadHost | undefined, origin: number): void {
  if (!host || hosts.size >= bounds.hosts || hosts.has(host.name)) return
  const { name, written } = host
  hosts.set(name, { origin, ...(/[A-Z]/.test(written) && { written }) })
}

/** A host in lowercase and in its original spelling. */
interface ReadHost {
  readonly name: string
  readonly written: string
}

/**
 * Returns the host of an absolute URL, without credentials. Undefined if part of the host is unknown. Like HTTP
 * clients, it ignores tabs and line breaks, and reads `https:/host`, `https:\\host`, and `https:host` as
 * `https://host`: https://url.spec.whatwg.org/#special-authority-slashes-state
 */
export const hostOf = (text: string): string | undefined => readHost(text)?.name

function readHost(text: string): ReadHost | undefined {
  const url = text.replaceAll(/[\t\n\r]/g, '').replace(/^\s*(https?|wss?|ftp):[\\/]*/i, '$1://')
  const [, scheme = '', authority = ''] = /^\s*([a-z][a-z\d+.-]{0,30}):\/\/([^/?#\\\s]{1,600})/i.exec(url) ?? []
  if (authority === '' || /^(?:file|data|about|blob|chrome|vscode)$/i.test(scheme)) return undefined
  const place = authority.slice(authority.lastIndexOf('@') + 1)
  const [, known = ''] = /^(\[[\da-f:.]+\]|[^:\u2026]+)(?::.*|\u2026)?$/i.exec(place) ?? []
  // `https://api.${region}` does not name a host; `https://api.example.com${path}` does.
  if (place.startsWith(`${known}${unknownPart}`) && !/\.[a-z]{2,}$/i.test(known)) return undefined
  const host = known === '' ? undefined : URL.parse(`https://${known}/`)?.hostname
  if (host === undefined || host.length > 253) return undefined
  return /^(?:localhost|[a-z\d_-]+(?:\.[a-z\d_-]+)+|\[[\da-f:.]+\])$/.test(host)
    ? { name: host, written: known }
    : undefined
}
