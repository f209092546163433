import { readFileSync } from 'node:fs'
import { strippedSources } from './stripped-sources.ts'

/** Sources of modules as plain JavaScript, by their URL. */
export type StrippedProgram = Readonly<Record<string, string>>

/**
 * The modules that these entries load from our own folders, at once or when they come to it, without their types.
 * Children get them from us, because loading node's own means of stripping types takes a child 100 ms of the 200 that
 * its start would take (measured).
 */
export function stripProgram(entries: readonly URL[]): StrippedProgram {
  const program: Record<string, string> = {}
  const sources = strippedSources(entries.map(({ href }) => href).join(' '))
  const open = [...entries]
  for (let url = open.pop(); url; url = open.pop()) {
    if (url.href in program) continue
    const source = sources.strip(readFileSync(url, 'utf8'))
    program[url.href] = source
    for (const [, specifier = ''] of source.matchAll(/(?:^(?:import|export)\b[^'"]*?|\bimport\()'(\.[^']+\.ts)'/gm))
      open.push(new URL(specifier, url))
  }
  sources.keep()
  return program
}

/**
 * What a child runs before anything else: it takes the program from its socket, as one frame, and loads from it what is
 * in it.
 */
export const loader = `data:text/javascript,${encodeURIComponent(
  `
import { readSync } from 'node:fs'
import { registerHooks } from 'node:module'
const read = (length) => {
  const bytes = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length; ) {
    const count = readSync(3, bytes, filled, length - filled, null)
    if (count === 0) process.exit(0)
    filled += count
  }
  return bytes
}
const program = new Map(Object.entries(JSON.parse(read(read(4).readUInt32BE()).toString())))
registerHooks({ load: (url, context, next) => (program.has(url) ? { format: 'module', source: ` +
    `program.get(url), shortCircuit: true } : next(url, context)) })
`,
)}`
