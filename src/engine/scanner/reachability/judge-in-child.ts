import { hash } from 'node:crypto'
import { z } from 'zod'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { UnresolvedDependency } from '../../model/component.ts'
import type { Isolation } from '../../isolation/isolation.ts'
import { JudgeResult, type JudgeHead } from '../../reachability/tasks/judge-task.ts'
import { packParts } from '../../reachability/tasks/packed-parts.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import { shownTexts } from '../../sources/shown-text.ts'
import { engineVersion } from '../engine-version.ts'
import type { ResultCache, ResultNamespace } from '../result-cache.ts'
import type { DerivedFunctions, VulnerableVersion } from './derived-functions.ts'
import { isLastingFailure } from './lasting-failure.ts'
import { fixKey, versionKey } from './package-store.ts'
import type { InstalledVersions } from './packages-to-read.ts'
import { reachabilityChildBounds, reachabilityLimits } from './reachability-limits.ts'
import type { ReadPackages } from './read-packages.ts'
import type { ProjectCode } from './summarize-project.ts'

/** Maximum length of a text from a child, such as a path in a package with the name of a function. */
const maxTextCharacters = 2_000

/** The code that is judged. */
export interface ProgramParts extends InstalledVersions {
  readonly project: ProjectCode
  readonly read: ReadPackages
  readonly unresolved: readonly Pick<UnresolvedDependency, 'name' | 'ecosystem'>[]
  readonly derived: DerivedFunctions
}

interface JudgeInChildContext {
  readonly isolation: Isolation
  /** Cache of results. Without it, every program is judged. */
  readonly fileResults: ResultCache | undefined
  readonly namespace: ResultNamespace
  readonly signal: AbortSignal
}

/**
 * Judges in a child process, because the summaries come from hostile archives and the graph of a large project can
 * exceed any limit. Uses a stored result if the engine and the whole program are the same. If the child fails, returns
 * why, as the end of a sentence.
 */
export async function judgeInChild(
  { isolation, fileResults, namespace, signal }: JudgeInChildContext,
  { project, read, installed, forDevelopment, unresolved, derived }: ProgramParts,
  judged: readonly VulnerableVersion[],
): Promise<Judgement> {
  const { packages, summaries, beyond } = withinLimit(installed, read)
  const head: JudgeHead = {
    project: project.project,
    packages: [...packages],
    notRead: [
      ...[...read.notRead.keys(), ...beyond.map(versionKey)].map(withoutEcosystem),
      ...unresolved.filter(isAnalyzed).map(({ name }) => `${name}@unresolved`),
    ],
    forDevelopment: forDevelopment.map((one) => withoutEcosystem(versionKey(one))),
    vulnerable: judged.map(({ version, advisory }) => {
      const functions = derived.functions.get(fixKeyOf(version, advisory))
      return { ...version, ...(functions && { functions }) }
    }),
  }
  const content = packParts({ head, parts: [...project.codes, ...summaries] })
  const resultOf = (value: unknown): JudgeResult | undefined => {
    const { data } = JudgeResult.safeParse(value)
    return data?.results.length === judged.length ? shownTexts(data, maxTextCharacters) : undefined
  }
  const key = fileResults?.keyOf(namespace, {
    pathClass: `reachability ${engineVersion()}`,
    contentDigest: hash('sha256', content),
  })
  const stored = key && (await fileResults?.find([key]))?.get(key.toString('hex'))
  const known = resultOf(stored) ?? Failure.safeParse(stored).data
  if (known) return known
  await using work = isolation.open(signal, {
    ...reachabilityChildBounds,
    fileTimeoutMs: reachabilityLimits.judgingTimeoutMs,
  })
  for await (const outcome of work.run('judge-reachability', [{ path: 'program', read: () => content }])) {
    const judgement = 'result' in outcome ? resultOf(outcome.result) : { failure: outcome.failure }
    if (!judgement) continue
    const isLasting = 'result' in outcome || isLastingFailure(outcome, reachabilityLimits.judgingTimeoutMs)
    if (key && isLasting) await fileResults?.keep([{ key, result: judgement }])
    return judgement
  }
  return { failure: 'its result is invalid' }
}

const Failure = z.object({ failure: z.string().max(500) })

/** Results of a child, or why it failed. */
type Judgement = JudgeResult | z.infer<typeof Failure>

/** Other ecosystems, such as GitHub Actions, install no packages that code imports. */
const isAnalyzed = ({ ecosystem }: ProgramParts['unresolved'][number]) => ecosystem === 'npm' || ecosystem === 'PyPI'

/** Returns the packages whose summaries fit into one child process. */
function withinLimit(installed: readonly PublishedVersion[], { summaries }: ReadPackages) {
  const packages: PublishedVersion[] = []
  const contents: Buffer[] = []
  const beyond: PublishedVersion[] = []
  let bytes = 0
  for (const version of installed) {
    const summary = summaries.get(versionKey(version))
    if (!summary) continue
    if (bytes + summary.length > reachabilityLimits.maxSummariesBytes) {
      beyond.push(version)
      continue
    }
    bytes += summary.length
    packages.push(version)
    contents.push(summary)
  }
  return { packages, summaries: contents, beyond }
}

/** Returns the name and version of a `versionKey`. */
export const withoutEcosystem = (key: string): string => key.slice(key.indexOf(' ') + 1)

/** Returns the key of the functions that an advisory's fix changed. */
export const fixKeyOf = (
  { ecosystem, name }: PublishedVersion,
  { id, fixedVersion = '' }: AdvisoryMatch['advisory'],
): string => fixKey({ ecosystem, name, advisoryId: id, fixedVersion })
