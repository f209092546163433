import { z } from 'zod'
import { severities } from '../model/severity.ts'
import { purposes } from '../net/network.ts'
import { detectorIds } from '../rules/detector-ids.ts'

/**
 * Thrown if any argument of `scan()` is invalid. `problems` names each invalid option, what is wrong with it, and how
 * to fix it.
 */
export class ScanOptionsError extends Error {
  override readonly name = 'ScanOptionsError'
  readonly problems: readonly ScanOptionProblem[]

  constructor(problems: readonly ScanOptionProblem[]) {
    super(problems.map(({ option, message }) => `${option}: ${message}`).join('\n'))
    this.problems = problems
  }
}

export interface ScanOptionProblem {
  /** Option name, such as `failOn` or `registries.npm`. `target` is the first argument. */
  readonly option: string
  readonly message: string
}

/** Accepts one of a fixed set of values. */
const wordOf = (kind: string, words: readonly [string, ...string[]]) =>
  z.enum(words, { error: ({ input }) => `Unknown ${kind} ${quoted(input)}. Use one of: ${words.join(', ')}.` })

const address = z.url({ protocol: /^https?$/, error: 'The value is not an http or https URL. Use one.' })
const text = z.string({ error: 'The value is not a string. Use one.' })

/** Accepts any object. The module that defines the object's type validates its fields. */
const instance = z.custom<object>((value) => typeof value === 'object' && value !== null, {
  error: 'The value is not an object. Use one.',
})

const Arguments = z.strictObject(
  {
    target: text.refine((target) => target.trim() !== '', {
      error: 'The target is empty. Name a folder, or the URL of a package page or a repository.',
    }),
    registries: z.strictObject(
      {
        npm: address,
        npmByScope: z
          .map(
            z.string().startsWith('@', { error: 'A scope does not start with @. Use one such as @scope.' }),
            address,
            {
              error: 'The value is not a Map from scopes to URLs. Use one.',
            },
          )
          .optional(),
        publicNpm: address,
        pypi: address,
        pypiFiles: address,
        maven: address,
        privateMavenGroups: instance.optional(),
        crates: address,
        sigstoreTrust: address,
      },
      { error: objectError },
    ),
    npmCredentials: instance.optional(),
    allowedNetworks: z
      .array(
        z.object({
          purpose: wordOf('purpose', purposes),
          cidr: text,
          port: z.int({ error: 'The value is not a port. Use a number from 1 to 65535.' }).optional(),
        }),
        { error: 'The value is not an array of networks. Use one.' },
      )
      .optional(),
    resolves: z.boolean({ error: 'The value is not a boolean. Use true or false.' }).optional(),
    temporaryFolder: text.min(1, 'The path is empty. Name a folder, or omit the option.').optional(),
    advisories: instance.optional(),
    results: instance.optional(),
    log: instance.optional(),
    failOn: wordOf('severity', severities).optional(),
    judgesReachability: z.boolean({ error: 'The value is not a boolean. Use true or false.' }).optional(),
    onlyReachable: z.boolean({ error: 'The value is not a boolean. Use true or false.' }).optional(),
    trustsProject: z.boolean({ error: 'The value is not a boolean. Use true or false.' }).optional(),
    without: z
      .set(wordOf('detector', detectorIds), { error: 'The value is not a Set of detector ids. Use one.' })
      .refine(({ size }) => size < detectorIds.length, { error: 'No detector remains. Keep at least one.' })
      .optional(),
    onProgress: z
      .custom((value) => typeof value === 'function', { error: 'The value is not a function. Use one.' })
      .optional(),
    signal: z.instanceof(AbortSignal, { error: 'The value is not an AbortSignal. Use one.' }).optional(),
  },
  { error: objectError },
)

/** Checks the arguments of `scan()`. Throws a ScanOptionsError with all problems. */
export function checkScanArguments(target: unknown, options: unknown): void {
  const given = typeof options === 'object' && options !== null ? options : {}
  const { error } = Arguments.safeParse({ ...given, target })
  if (!error) return
  const problems = error.issues.map(({ path, message }) => ({ option: optionOf(path), message }))
  throw new ScanOptionsError(problems)
}

/**
 * Converts an issue path to an option name. The path contains members of sets and maps as values, so the name ends
 * before the first such value.
 */
function optionOf(path: readonly PropertyKey[]): string {
  const depth = path[0] === 'registries' ? 2 : 1
  return path.length === 0 ? 'options' : path.slice(0, depth).map(String).join('.')
}

function objectError(issue: { readonly code?: string; readonly keys?: readonly string[]; readonly input?: unknown }) {
  if (issue.code !== 'unrecognized_keys') return 'The value is missing or not an object. Use one.'
  return `Unknown option ${(issue.keys ?? []).map(quoted).join(', ')}. Check its spelling.`
}

/** Formats a value for an error message. */
function quoted(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : typeof value
}
