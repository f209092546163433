import { setImmediate as turn } from 'node:timers/promises'
import { mayBeSource } from '../analysis/source-dialect.ts'
import { projectFactLimits } from './project-fact-limits.ts'
import { type ProjectFacts, type ProtocolSign, type Transport, transports } from '../model/project-facts.ts'
import { isOfProject, type ProjectFiles } from './project-files.ts'
import { protocolMarks, protocolVersionPattern, signPatterns, transportPatterns } from './protocol-words.ts'

export type ProtocolFacts = Pick<ProjectFacts, 'transports' | 'protocolVersions' | 'signs'>

/** Detects how the project uses MCP by matching patterns in its source files. Skips tests and examples. */
export async function protocolFacts(files: ProjectFiles, signal: AbortSignal): Promise<ProtocolFacts> {
  const [offered, versions, signs] = [new Set<Transport>(), new Set<string>(), new Array<ProtocolSign>()]
  let [bytes, sinceTurn] = [0, 0]
  for (const file of files.values()) {
    if (
      !mayBeSource(file.path) ||
      /\.d\.[cm]?ts$|\.pyi$/.test(file.path) ||
      !isOfProject(file.path) ||
      file.size > projectFactLimits.maxSourceFileBytes
    )
      continue
    if (bytes + file.size > projectFactLimits.maxTotalSourceBytes) break
    bytes += file.size
    sinceTurn += file.size
    if (sinceTurn > projectFactLimits.yieldAfterBytes) {
      sinceTurn = 0
      await turn()
      signal.throwIfAborted()
    }
    const { content } = file
    if (!protocolMarks.some((mark) => content.includes(mark))) continue
    const text = content.toString('utf8')
    for (const [transport, pattern] of transportPatterns) if (pattern.test(text)) offered.add(transport)
    for (const [, version = ''] of text.matchAll(protocolVersionPattern)) if (versions.size < 20) versions.add(version)
    for (const sign of signsIn(file.path, text)) if (signs.length < 100) signs.push(sign)
  }
  return {
    transports: transports.filter((one) => offered.has(one)),
    protocolVersions: [...versions].toSorted().toReversed(),
    signs,
  }
}

/** Returns the first match of each pattern in a file. */
function signsIn(path: string, text: string): ProtocolSign[] {
  return signPatterns.flatMap(({ kind, pattern, beside }) => {
    if (beside && !beside.test(text)) return []
    for (const match of text.matchAll(pattern)) {
      const start = text.lastIndexOf('\n', match.index) + 1
      // Ignores matches in comments.
      if (/^\s{0,200}(?:\/\/|\*|#|\/\*)/.test(text.slice(start, Math.min(match.index, start + 250)))) continue
      return [
        {
          kind,
          path: path.slice(0, 4_096),
          line: lineAt(text, match.index),
          word: match[0]
            .replaceAll(/\s+/g, ' ')
            .replace(/ ?[<({]$/, '')
            .slice(0, 100),
        },
      ]
    }
    return []
  })
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
