import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * Functions whose result may have what their argument was checked not to have: `%2e%2e` passes for no `..` before, and
 * is one after.
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

/** Tells of calls whether they decode what they get. */
export function decodingCalls({ program, references }: KnownProgram): (call: number) => boolean {
  return (call) =>
    program.op(call) === Op.Call && references.externals(program.operand(call, 0)).some((name) => decoders.has(name))
}
