import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { Reachability } from '../../model/reachability.ts'
import type { InstalledPackage } from '../installed-program.ts'
import { withoutVersion } from '../modules/node-modules.ts'
import { judgeProgram } from '../judge-reachability.ts'
import { projectCommands } from '../project-commands.ts'
import { PackageSummary, UnreadFile } from '../package-summary.ts'
import { summarizePackage } from '../summary/summarize-package.ts'
import { VulnerableFunctions } from '../vulnerable-functions.ts'
import { type Parts, unpackParts } from './packed-parts.ts'
import { summaryLimits } from './summary-limits.ts'

/**
 * Head of the question: the project, its packages, and what to judge. The parts are the code of the project's
 * files in the order of `files`, and then the summaries of the packages as deflated JSON.
 */
export const JudgeHead = z.object({
  project: z.object({
    files: z.array(z.object({ path: z.string(), isPartial: z.boolean() })),
    unread: z.array(UnreadFile),
    native: z.array(z.string()),
    /** Text of the `package.json` in the root folder. */
    manifest: z.string().optional(),
    /** Names of the packages in the project's folders. The root of a workspace may depend on them. */
    ownNames: z.array(z.string()),
    /** Words of the commands that run the project, besides those of this manifest. */
    commands: z.array(z.string()),
  }),
  packages: z.array(z.object({ ecosystem: z.enum(['npm', 'PyPI']), name: z.string(), version: z.string() })),
  notRead: z.array(z.string()),
  /** Packages that are needed only for development and were not read, as `name@version`. */
  forDevelopment: z.array(z.string()),
  vulnerable: z.array(
    z.object({
      ecosystem: z.string(),
      name: z.string(),
      version: z.string(),
      functions: VulnerableFunctions.optional(),
    }),
  ),
})
export type JudgeHead = z.infer<typeof JudgeHead>

export const JudgeResult = z.object({
  results: z.array(Reachability),
  /** Packages of `forDevelopment` that a loaded file imports. */
  neededForDevelopment: z.array(z.string()),
})
export type JudgeResult = z.infer<typeof JudgeResult>

/**
 * Runs in a child process: judges the vulnerable packages of a project. A package with an invalid summary counts as not
 * read, because another version of Assay or a hostile archive may have written it.
 */
export function judgeInChild({ content }: { readonly content: Buffer }): JudgeResult {
  const { head, parts } = unpackParts(content)
  const { project, packages, notRead, forDevelopment, vulnerable } = JudgeHead.parse(head)
  const unread = new Set([...notRead, ...forDevelopment])
  const installed: InstalledPackage[] = []
  for (const [index, one] of packages.entries()) {
    const summary = summaryOf(parts[project.files.length + index])
    if (summary) installed.push({ ...one, summary })
    else unread.add(`${one.name}@${one.version}`)
  }
  const known = new Set([
    ...packages.map(({ name }) => name),
    ...project.ownNames,
    ...[...notRead, ...forDevelopment].map((one) => withoutVersion(one)),
  ])
  const own = projectOf(project, parts)
  // The module resolver knows these names.
  for (const { name, target } of own.manifest.aliases ?? []) if (known.has(target)) known.add(name)
  for (const name of requiredNames(parsed(project.manifest))) if (!known.has(name)) unread.add(`${name}@unknown`)
  const { results, neededForDevelopment } = judgeProgram(
    {
      project: own,
      commands: [...new Set([...projectCommands(parsed(project.manifest)), ...project.commands])],
      packages: installed,
      notRead: unread,
      forDevelopment: new Set(forDevelopment),
    },
    vulnerable.map(({ functions, ...one }) => ({ ...one, functions })),
  )
  return { results: [...results], neededForDevelopment: [...neededForDevelopment] }
}

function projectOf({ files, unread, native, manifest }: JudgeHead['project'], codes: Parts['parts']): PackageSummary {
  const modules = files.map(({ path, isPartial }, index) => ({
    path,
    code: codes[index]?.toString('base64') ?? '',
    ...(isPartial && { isPartial }),
  }))
  return summarizePackage({ modules, unread, native, manifest: parsed(manifest) })
}

/**
 * Returns the names under which a `package.json` installs packages. A name without a package of the same name is an
 * alias, such as `npm:name@1.0.0`, or comes from a folder or a URL.
 */
function requiredNames(manifest: unknown): string[] {
  const { data } = Requirements.safeParse(manifest)
  return Object.values(data ?? {}).flatMap((names) => Object.keys(names ?? {}))
}

const Names = z.record(z.string(), z.unknown()).optional().catch(undefined)
const Requirements = z.object({
  dependencies: Names,
  devDependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
})

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function summaryOf(stored: Buffer | undefined): PackageSummary | undefined {
  if (!stored) return undefined
  try {
    const text = inflateRawSync(stored, { maxOutputLength: summaryLimits.maxInflatedBytes }).toString()
    return PackageSummary.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
