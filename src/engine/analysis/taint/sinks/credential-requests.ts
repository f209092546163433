import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { namedArguments } from './named-arguments.ts'
import type { SinkUse } from './sink.ts'

/** Words in the names of headers and options that carry client credentials. */
const credentials = new RegExp(
  String.raw`^(?:(?:proxy )?authorization|auth|(?:x )?(?:api|access|auth|private|secret|subscription) ?(?:key|token)|` +
    String.raw`(?:[a-z\d]+ )*(?:api key|access token|auth token|private token|bearer token)|cookie|bearer)$`,
)

/** HTTP clients that send their own headers with every request. */
const sessions = /^(?:new )?(?:requests|httpx|aiohttp|curl_cffi)(?:\.\w+)*\(\)/

/**
 * Finds requests that carry a credential. Such a request is a sink because untrusted input in the URL path can select a
 * different resource of the same service. `uses` contains the request sinks.
 */
export function findCredentialRequests(known: KnownProgram, uses: readonly SinkUse[]): SinkUse[] {
  const found: SinkUse[] = []
  for (const use of uses) {
    if (use.kind !== 'url' || use.effect !== 'sends a request' || use.presumed || use.at?.at(-1) === 'baseURL') continue
    if (!hasCredential(known, use.node)) continue
    found.push({ ...use, kind: 'url-path', effect: 'sends a request with a credential' })
  }
  return found
}

function hasCredential(known: KnownProgram, call: number): boolean {
  const { program, references } = known
  if (namesCredential(known, call)) return true
  const callee = program.operand(call, 0)
  if (program.op(callee) !== Op.Load) return false
  const receiver = program.operand(callee, 0)
  const made = [receiver, ...references.origins(receiver)].filter(
    (one) => program.op(one) === Op.Call || program.op(one) === Op.New,
  )
  if (made.some((one) => namesCredential(known, one))) return true
  // `session.headers.update({'Authorization': …})`
  return program.stringIndex('Authorization') >= 0 && references.externals(receiver).some((name) => sessions.test(name))
}

function namesCredential(known: KnownProgram, call: number): boolean {
  for (const { words } of namedArguments(known, call)) if (credentials.test(words)) return true
  return false
}
