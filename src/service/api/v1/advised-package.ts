import { z } from 'zod'
import { changeSigns, type VulnerableFunction } from '../../../engine/reachability/vulnerable-functions.ts'
import { displayLine } from '../../../engine/rules/display-text.ts'
import type { KnownFunctions } from '../../../engine/scanner/reachability/known-functions.ts'

/** Maximum number of functions that a comparison lists. */
const maxFunctions = 50

/** Maximum length of a path or name from an archive, in UTF-16 code units. */
const maxLength = 500

/** Package that an advisory affects. */
export const AdvisedPackage = z.object({
  ecosystem: z.string().meta({ description: 'OSV ecosystem name.', examples: ['npm'] }),
  name: z.string().meta({ description: 'Package name, normalized for the ecosystem.', examples: ['flawed'] }),
})

const digest = (version: string, example: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: `SHA-256 of the archive of \`${version}\`, in hexadecimal.`, examples: [example.repeat(32)] })

const FoundFunction = z
  .object({
    path: z.string().meta({ description: 'Path in the package.', examples: ['lib/parse.js'] }),
    name: z.string().meta({
      description:
        'Names of the enclosing functions and classes and of the function, joined by dots. Empty for the top level ' +
        'of the file.',
      examples: ['Parser.parse'],
    }),
    line: z
      .int()
      .positive()
      .meta({ description: 'Line in `affectedVersion`.', examples: [12] }),
    change: z.enum(['changed', 'removed', 'calls-added', 'reads-changed']).meta({
      description:
        'What the fix did. `changed`, `removed`: it changed or removed the function. `calls-added`: the function ' +
        'calls a function that the fix added. `reads-changed`: it reads module state that the fix changed.',
    }),
    signs: z.array(z.enum(changeSigns)).meta({
      description:
        'What suggests that the change is the fix. It adds a condition, a `throw`, a call to a check, or a pattern. ' +
        'Or it removes a call of a dangerous function.',
    }),
    isWeak: z.literal(true).optional().meta({
      description: 'Always true. Present if the change may have no effect, for example because only the text differs.',
    }),
  })
  .meta({ id: 'VulnerableFunction', description: 'Function that the fix of an advisory changed.' })

const ComparedVersions = z
  .object({
    affectedVersion: z.string().meta({ description: 'Last affected version.', examples: ['1.0.7'] }),
    fixedVersion: z.string().meta({ description: 'Version that fixes the vulnerability.', examples: ['1.0.8'] }),
    affectedDigest: digest('affectedVersion', 'a1'),
    fixedDigest: digest('fixedVersion', 'b2'),
    confidence: z.enum(['high', 'low']).meta({
      description: '`high`: the release is small. `low`: other changes can hide the cause.',
    }),
    functions: z
      .array(FoundFunction)
      .meta({ description: `Functions, most likely cause first. Contains at most ${maxFunctions} functions.` }),
    functionCount: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of functions, including those that are not listed.', examples: [1] }),
    shortfall: z
      .enum(['no-function-changed', 'too-many-changes', 'not-parsed'])
      .optional()
      .meta({ description: 'Why `functions` is empty or incomplete. Omitted if it is complete.' }),
  })
  .meta({
    id: 'ComparedVersions',
    description: 'Vulnerable functions of a package, derived by comparing the archives of two versions.',
  })

const RangeEvent = z.object({
  introduced: z.string().optional().meta({ description: 'First affected version. `0`: all versions.' }),
  fixed: z.string().optional().meta({ description: 'First version that is not affected.' }),
  lastAffected: z.string().optional().meta({ description: 'Last affected version.' }),
  limit: z.string().optional().meta({ description: 'Upper bound of the range, which is not affected.' }),
})

/** Package that an advisory affects, with the vulnerable functions. */
export const DescribedPackage = AdvisedPackage.extend({
  ranges: z
    .array(
      z.object({
        type: z.string().meta({ description: 'OSV range type.', examples: ['SEMVER'] }),
        events: z
          .array(RangeEvent)
          .meta({ description: 'Versions at which the range starts or ends. Contains at most 50 events.' }),
      }),
    )
    .meta({
      description: 'Affected version ranges as published, without ranges of Git commits. Contains at most 20 ranges.',
    }),
  versions: z.array(z.string()).meta({
    description:
      'Affected versions that the advisory lists one by one. Empty if it has ranges. Contains at most 100 versions.',
  }),
  fixedVersions: z.array(z.string()).meta({
    description: 'Versions that fix the vulnerability. Contains at most 100 versions.',
    examples: [['1.0.8']],
  }),
  vulnerableFunctions: z
    .array(ComparedVersions)
    .nullable()
    .meta({
      description:
        'Vulnerable functions, one entry per fixed version that a scan compared and that fixes a version in a ' +
        'project that you can see. Null if no entry exists. Contains at most 10 entries.',
    }),
  vulnerableFunctionsReason: z
    .enum(['unsupported-ecosystem', 'malware', 'no-fixed-version', 'no-affected-project', 'not-derived'])
    .optional()
    .meta({
      description:
        'Why `vulnerableFunctions` is null. `unsupported-ecosystem`: Assay compares only npm and PyPI packages. ' +
        '`malware`: all of the package is malicious. `no-fixed-version`: there is no version to compare with. ' +
        '`no-affected-project`: the advisory affects no project that you can see. `not-derived`: no scan with the ' +
        'reachability analysis has compared the versions yet, or the comparison failed. The versions are those that ' +
        'fix a version in a project that you can see.',
    }),
}).meta({ id: 'DescribedPackage', description: 'Package that an advisory affects.' })
export type DescribedPackage = z.infer<typeof DescribedPackage>

/** Returns stored functions as the API shows them: secrets masked, and names on one line. */
export function comparedVersions({ functions: found, affectedDigest, fixedDigest }: KnownFunctions) {
  const { affectedVersion, fixedVersion, confidence, functions, shortfall } = found
  return {
    affectedVersion,
    fixedVersion,
    affectedDigest,
    fixedDigest,
    confidence,
    functions: functions.slice(0, maxFunctions).map(shownFunction),
    functionCount: functions.length,
    ...(shortfall && { shortfall }),
  }
}

const shownFunction = ({ path, name, ...change }: VulnerableFunction) => ({
  ...change,
  path: displayLine(path, maxLength),
  name: displayLine(name, maxLength),
})
