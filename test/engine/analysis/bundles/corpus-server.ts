import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFlows } from '../../../../src/engine/analysis/taint/propagation/find-flows.ts'
import { FlowReport } from '../../../../src/engine/analysis/flow.ts'
import { dangerousFlows } from '../../../../src/engine/rules/dangerous-flows/detector.ts'
import { exposedServers } from '../../../../src/engine/rules/exposed-servers/detector.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'
import { linkedTexts, settingsIn } from '../linked-texts.ts'

const corpus = join(import.meta.dirname, '../../../corpus/pairs')

/** Texts of a project's files by path. */
export type ProjectTexts = Readonly<Record<string, string>>

/** One server of a pair, as source code. */
export interface CorpusServer {
  /** For example `ping-exec-execfile/safe`. */
  readonly id: string
  readonly pair: string
  readonly side: 'vulnerable' | 'safe'
  readonly root: string
  readonly texts: ProjectTexts
  /** Entry file of the program. */
  readonly entry: string
}

/** Returns every server of the JavaScript and TypeScript pairs, including those about exposure. */
export function corpusServers(): CorpusServer[] {
  return ['javascript', 'structural'].flatMap((family) =>
    readdirSync(join(corpus, family))
      .sort()
      .flatMap((pair) =>
        (['vulnerable', 'safe'] as const).flatMap((side) => {
          const root = join(corpus, family, pair, side)
          const texts = Object.fromEntries(
            globSync('**/*.{js,mjs,cjs,ts,json}', { cwd: root })
              .sort()
              .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
          )
          const entry = entryOf(texts)
          return entry === undefined ? [] : [{ id: `${pair}/${side}`, pair, side, root, texts, entry }]
        }),
      ),
  )
}

/**
 * Returns the file that no other file imports. If there are several, returns the one that creates the server. Undefined
 * if there is no JavaScript.
 */
function entryOf(texts: ProjectTexts): string | undefined {
  const sources = Object.entries(texts).filter(([path]) => !path.endsWith('.json'))
  const imported = (path: string) =>
    sources.some(
      ([other, text]) =>
        other !== path &&
        new RegExp(`['"]\\.[^'"]*/${(path.split('/').at(-1) ?? '').replace(/\.\w+$/, '')}(?:\\.\\w+)?['"]`).test(text),
    )
  const found = sources.filter(([path]) => !imported(path))
  const [entry] =
    found.find(([, text]) => /\.connect\(|\.listen\(|\.start\(/.test(text)) ?? found[0] ?? sources[0] ?? []
  return entry
}

/**
 * Returns severity, rule, and title of each finding about data flows and exposure, sorted. Omits paths, because a
 * bundle has other files.
 */
export async function findingsOf(texts: ProjectTexts): Promise<string[]> {
  const report = findFlows(linkedTexts(texts), settingsIn(texts), {
    referenceSteps: 30_000_000,
    states: 600_000,
    isOver: () => false,
  })
  if (report.partial !== undefined) throw new Error(report.partial)
  const evidence = {
    snapshot: projectSnapshot(texts),
    components: [],
    advisoryMatches: [],
    flows: FlowReport.parse(JSON.parse(JSON.stringify(report))),
    signal: new AbortController().signal,
  }
  const found: string[] = []
  for (const detector of [dangerousFlows, exposedServers])
    for await (const { severity, ruleId, title, location } of detector.detect(evidence))
      found.push(`${severity} ${ruleId}: ${location ? title.replace(location.path, 'a file') : title}`)
  return found.sort()
}
