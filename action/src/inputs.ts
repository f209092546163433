import type { Grade, Severity } from '../../client/assay.ts'
import { ActionFailure } from './failure.ts'
import { inputDocuments } from './input-documents.ts'
import type { Environment } from './runner.ts'

/** The five severities, highest first. A test compares them with the model. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const satisfies readonly Severity[]

/** Letter grades, best first. */
export const grades = ['A+', 'A', 'B', 'C', 'D', 'F'] as const satisfies readonly Grade[]

/** Validated workflow inputs. */
export interface Inputs {
  /** Service URL without trailing slash. If omitted, the scan runs on the runner. */
  readonly baseUrl?: string
  /** Default: the workflow's repository. */
  readonly url?: string
  /** Default: the event's commit, if `url` is the workflow's repository. */
  readonly ref?: string
  /** If omitted, the workflow uses its identity token. */
  readonly apiKey?: string
  readonly failOn: Severity
  readonly minScore?: number
  readonly minGrade?: Grade
  readonly baseline?: string
  readonly timeoutMs: number
  /** Workflow token. Absent outside GitHub. */
  readonly githubToken?: string
  readonly onError: 'fail' | 'neutral'
  readonly onFork: 'fail' | 'neutral'
  /** Detectors to skip. Always empty if a service scans. */
  readonly without: readonly string[]
  /** Whether the scan judges reachability. Absent to use the setting of the service. */
  readonly reachability?: boolean
  /** True if only vulnerabilities that the project may reach fail the step. Always false if a service scans. */
  readonly onlyReachable: boolean
  /** True if the project settings apply. Always false if a service scans. */
  readonly trustsProject: boolean
  /** Path of the SARIF file to write. */
  readonly sarif?: string
  readonly sbom?: string
  /** True to upload the findings to code scanning. */
  readonly uploadSarif: boolean
  readonly summary: boolean
  readonly annotations: boolean
}

/** Inputs of a workflow that scans with a service. */
export type ServiceInputs = Inputs & { readonly baseUrl: string }

const maxMs = 55 * 60_000

/** Thrown for an invalid value. The message follows the input name and a colon. */
class Wrong extends Error {}

/** Returns the name of an input's environment variable. */
export function inputVariable(name: string): string {
  return `INPUT_${name.toUpperCase().replaceAll(' ', '_')}`
}

/** Returns the key before validation, so that even an invalid key can be masked. Empty if no key is given. */
export function givenApiKey(environment: Environment): string {
  return environment[inputVariable('api-key')]?.trim() ?? ''
}

/** Returns the token before validation, so that even an invalid token can be masked. */
export function givenGitHubToken(environment: Environment): string {
  return environment[inputVariable('github-token')]?.trim() ?? ''
}

/**
 * Reads and validates all inputs. Throws an ActionFailure that names each invalid input. Omits values, because a key
 * may be in the wrong input.
 */
export function readInputs(environment: Environment): Inputs {
  const problems: string[] = []
  const read = <Value>(name: string, parse: (text: string) => Value): Value | undefined => {
    const text =
      (environment[inputVariable(name)] ?? '').trim() ||
      (inputDocuments.find((input) => input.name === name)?.default ?? '')
    try {
      return text === '' ? undefined : parse(text)
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      problems.push(`${name}: ${error.message}`)
      return undefined
    }
  }
  const inputs = {
    ...present('baseUrl', read('base-url', parseBaseUrl)),
    ...present('url', read('url', parseUrl)),
    ...present('ref', read('ref', parseName)),
    ...present('apiKey', read('api-key', parseKey)),
    ...present('minScore', read('min-score', parseScore)),
    ...present(
      'minGrade',
      read('min-grade', (text) => oneOf(grades, text.toUpperCase())),
    ),
    ...present('githubToken', read('github-token', parseGitHubToken)),
    ...present('baseline', read('baseline', parseBaseline)),
    ...present('reachability', read('reachability', parseFlag)),
    ...present('sarif', read('sarif', parsePath)),
    ...present('sbom', read('sbom', parsePath)),
    failOn: read('fail-on', (text) => oneOf(severities, text)) ?? 'high',
    timeoutMs: read('timeout', parseTime) ?? maxMs,
    onError: read('on-error', (text) => oneOf(['fail', 'neutral'], text)) ?? 'fail',
    onFork: read('on-fork', (text) => oneOf(['fail', 'neutral'], text)) ?? 'neutral',
    without: read('without', parseNames) ?? [],
    onlyReachable: read('only-reachable', parseFlag) ?? false,
    trustsProject: read('trust-project-settings', parseFlag) ?? false,
    uploadSarif: read('upload-sarif', parseFlag) ?? false,
    summary: read('summary', parseFlag) ?? true,
    annotations: read('annotations', parseFlag) ?? true,
  }
  // Skipped if other problems were found, because an invalid base-url would count as absent.
  if (problems.length === 0) problems.push(...misplacedInputs(inputs))
  if (problems.length > 0) throw new ActionFailure('refused', `Invalid inputs: ${problems.join('; ')}.`)
  return inputs
}

/** Returns a problem for each input that only the other mode supports. */
function misplacedInputs({
  baseUrl,
  apiKey,
  ref,
  url,
  baseline,
  without,
  reachability,
  onlyReachable,
  trustsProject,
  uploadSarif,
}: Inputs): string[] {
  if (baseUrl !== undefined)
    return [
      ...(without.length > 0
        ? ['without: works only if base-url is empty, because the service has no such option']
        : []),
      ...(onlyReachable
        ? ['only-reachable: works only if base-url is empty, because the service has no such option']
        : []),
      ...(trustsProject ? ['trust-project-settings: works only if base-url is empty'] : []),
    ]
  return [
    ...(apiKey === undefined ? [] : ['api-key: needs a service. Set base-url, or remove the key']),
    ...(ref === undefined ? [] : ['ref: needs a service. Set base-url, or check out the ref with actions/checkout']),
    ...(url === undefined || baseline === undefined
      ? []
      : ['baseline: needs a service if url is set. Set base-url, or remove one of the two']),
    ...(onlyReachable && reachability !== true ? ['only-reachable: needs the analysis. Set reachability to true'] : []),
    ...(url === undefined || !uploadSarif
      ? []
      : ['upload-sarif: works only for the files in the workspace. Remove url']),
  ]
}

function present<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value }
}

function parseBaseUrl(text: string): string {
  const url = URL.parse(text)
  const isHere = url?.protocol === 'http:' && /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(url.hostname)
  if (
    !url ||
    (url.protocol !== 'https:' && !isHere) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new Wrong('must be an HTTPS URL without a user name or password, for example https://assay.example')
  return url.href.replace(/\/+$/, '')
}

function parseUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new Wrong('must be the HTTPS URL of a repository or package page, without a user name or password')
  return text
}

function parseName(text: string): string {
  if (text.length > 255 || text.startsWith('-') || /[\p{Cc}\s]/u.test(text))
    throw new Wrong('must be a branch name, a tag name, or a commit ID')
  return text
}

function parseKey(text: string): string {
  if (!/^mcp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/.test(text))
    throw new Wrong('must be an Assay API key, which starts with mcp_')
  return text
}

/** Parses the token. Returns undefined for the input's default, which is an expression that only GitHub evaluates. */
function parseGitHubToken(text: string): string | undefined {
  if (text.startsWith('${{')) return undefined
  if (!/^[\x21-\x7e]{1,1000}$/.test(text)) throw new Wrong('must be a GitHub token')
  return text
}

function parseScore(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) throw new Wrong('must be a whole number from 0 to 100')
  return Number(text)
}

function parseBaseline(text: string): string {
  if (text !== 'auto' && !/^[0-9a-f]{7,64}$/i.test(text)) throw new Wrong('must be auto or a commit ID')
  return text
}

function parsePath(text: string): string {
  if (/\p{Cc}/u.test(text) || text.endsWith('/')) throw new Wrong('must be a file path')
  return text
}

function parseTime(text: string): number {
  const [, amount, unit = 'm'] = /^(\d{1,4})(s|m)?$/.exec(text) ?? []
  const ms = Number(amount) * (unit === 's' ? 1_000 : 60_000)
  if (!(ms > 0 && ms <= maxMs))
    throw new Wrong('must be a time in minutes or seconds, such as 15m or 90s, and at most 55m')
  return ms
}

/** Parses a boolean according to YAML's core schema. */
function parseFlag(text: string): boolean {
  return oneOf(['true', 'false'], text.toLowerCase()) === 'true'
}

function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.some((name) => !/^[a-z][a-z-]*$/.test(name)))
    throw new Wrong('must be names of detectors, separated by commas')
  return names
}

function oneOf<const Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Wrong(`must be one of ${values.join(', ')}`)
  return found
}
