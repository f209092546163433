import { z } from 'zod'
import type { FindingFacts, RuleText } from '../../rule.ts'

/** What runs a package file. */
export const Starter = z.object({
  by: z.enum(['install-script', 'entry-point', 'python-start', 'setup-py', 'command']),
  /** Name of the install script. */
  script: z.string().optional(),
})
export type Starter = z.infer<typeof Starter>

const revision = { repository: z.string(), commit: z.string(), tag: z.string().optional() }

/** How a package differs from its repository. */
export const MismatchArguments = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('other-package'), ...revision }),
  z.object({
    kind: z.literal('file'),
    ...revision,
    digest: z.string(),
    starter: Starter,
    /** Corresponding file in the repository, if it exists. */
    original: z.object({ path: z.string(), digest: z.string() }).optional(),
  }),
  z.object({
    kind: z.literal('files'),
    ...revision,
    count: z.number(),
    same: z.number(),
    /** First files, with the first 16 digits of their digests. */
    files: z.array(z.object({ path: z.string(), digest: z.string(), originalDigest: z.string().optional() })),
  }),
])
export type MismatchArguments = z.infer<typeof MismatchArguments>

/** Returns the texts for a finding about a package that differs from its repository. */
export function describeMismatch(args: MismatchArguments, { location }: FindingFacts): RuleText {
  const source = `${args.repository} at ${args.tag === undefined ? '' : `tag ${args.tag}, `}commit ${args.commit}`
  if (args.kind === 'other-package')
    return {
      title: 'Source mismatch: the repository does not contain the package',
      message:
        `No package.json in ${source} declares this package name. Assay cannot compare the package with its source ` +
        'code.',
      remediation: "Check that the package's `repository` field is correct, and ask the publisher for the source code.",
    }
  if (args.kind === 'file') {
    const path = location?.path ?? 'the file'
    const { original, digest, starter } = args
    const started = starterTexts[starter.by](path, starter.script)
    return {
      title: `Source mismatch in ${path}`,
      message: original
        ? `${started} The file differs from ${original.path} in ${source}, starting at line ` +
          `${location?.startLine ?? 1}. SHA-256 in the package: ${digest}, in the repository: ${original.digest}.`
        : `${started} The file is missing from ${source}. SHA-256 in the package: ${digest}.`,
    }
  }
  const { count, same, files } = args
  const list = files.map(
    ({ path, digest, originalDigest }) =>
      `${path} (${digest}…, ${originalDigest === undefined ? 'missing' : `${originalDigest}…`})`,
  )
  const more = count - files.length
  return {
    title: `Source mismatch in ${count === 1 ? (location?.path ?? 'one file') : `${count} package files`}`,
    message:
      `${count} source ${count === 1 ? 'file is' : 'files are'} missing or different in ${source}; ${same} ` +
      `${same === 1 ? 'is' : 'are'} identical. SHA-256 in the package and in the repository: ` +
      `${list.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`,
  }
}

const starterTexts: Readonly<Record<Starter['by'], (path: string, script?: string) => string>> = {
  'install-script': (path, script = 'install') => `The install script "${script}" runs ${path}.`,
  'entry-point': (path) => `${path} is a package entry point.`,
  'python-start': (path) => `Python reads ${path} every time it starts.`,
  'setup-py': (path) => `Installing the package from source runs ${path}.`,
  command: (path) => `${path} is the entry point for one of the package's commands.`,
}
