import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * Decoding functions, which invalidate an earlier check of their argument: `%2e%2e` contains no `..` until it is
 * decoded.
 */
const decoders: ReadonlySet<string> = new Set([
  'decodeURIComponent',
  'decodeURI',
  'unescape',
  'querystring.unescape',
  'atob',
  'JSON.parse',
  'he.decode',
  'urllib.parse.unquote',
  'urllib.parse.unquote_plus',
  'base64.b64decode',
  'html.unescape',
  'json.loads',
])

/** Returns a predicate that reports whether a call decodes its argument. */
export function decodingCalls({ program, references }: KnownProgram): (call: number) => boolean {
  return (call) =>
    program.op(call) === Op.Call && references.externals(program.operand(call, 0)).some((name) => decoders.has(name))
}
