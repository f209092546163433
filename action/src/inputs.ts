import type { Grade, Severity } from '../../client/assay.ts'
import { ActionFailure } from './failure.ts'
import type { Environment } from './runner.ts'

/** The five severities, worst first. A test compares them with the model. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const satisfies readonly Severity[]

/** Letter grades, best first. */
export const grades = ['A+', 'A', 'B', 'C', 'D', 'F'] as const satisfies readonly Grade[]

/** The validated inputs of a workflow. */
export interface Inputs {
  /** Without trailing slash. */
  readonly baseUrl: string
  /** Default: the repository of the workflow. */
  readonly url?: string
  /** Default: the commit of the event, for the repository of the workflow. */
  readonly ref?: string
  /** Without it, the workflow uses its identity token. */
  readonly apiKey?: string
  readonly failOn: Severity
  readonly minScore?: number
  readonly minGrade?: Grade
  readonly baseline?: string
  readonly timeoutMs: number
  /** The token of the workflow. Absent outside of GitHub. */
  readonly githubToken?: string
  readonly onError: 'fail' | 'neutral'
  readonly onFork: 'fail' | 'neutral'
  /** Path of the file to write. */
  readonly sarif?: string
  readonly sbom?: string
  readonly summary: boolean
  readonly annotations: boolean
}

/** An input as in `action.yml` and the README. */
export interface InputDocument {
  readonly name: string
  readonly description: string
  /** Absent for a required input, empty for an optional one. */
  readonly default?: string
}

/** All inputs. A test compares them with `action.yml` and the table of the README. */
export const inputDocuments: readonly InputDocument[] = [
  { name: 'base-url', description: 'URL of the Assay service, the same as its PUBLIC_URL.' },
  { name: 'url', description: 'Repository or package page to scan. Default: this repository.', default: '' },
  {
    name: 'ref',
    description:
      'Branch, tag, or commit to scan. Default: the commit of the event, or the default branch of another repository.',
    default: '',
  },
  {
    name: 'api-key',
    description:
      'API key, from a secret. Without it, the workflow needs the permission id-token: write for its identity token.',
    default: '',
  },
  {
    name: 'fail-on',
    description: 'Lowest severity that fails: critical, high, medium, low, or info.',
    default: 'high',
  },
  { name: 'min-score', description: 'Fails below this security score, 0 to 100. Default: no limit.', default: '' },
  { name: 'min-grade', description: 'Fails below this grade, A+ to F. Default: no limit.', default: '' },
  {
    name: 'baseline',
    description:
      'Count only findings that this commit does not have. Set a commit, or auto for the merge base of the ' +
      'pull request or the base of the merge group. If empty, all findings count.',
    default: '',
  },
  {
    name: 'timeout',
    description: 'Maximum time of the step in minutes, or in seconds as 90s. At most 55m.',
    default: '15m',
  },
  {
    name: 'github-token',
    description:
      'The token of the workflow. baseline: auto uses it to ask GitHub for the merge base. In a private ' +
      'repository it needs the permission contents: read.',
    default: '${{ github.token }}',
  },
  {
    name: 'on-error',
    description:
      'Result of the step without a complete scan, for example in an outage: fail, or neutral, which warns ' +
      'and continues.',
    default: 'fail',
  },
  {
    name: 'on-fork',
    description:
      'Result for pull requests from forks and Dependabot, which get neither secrets nor an identity. ' +
      'neutral warns and continues, fail fails.',
    default: 'neutral',
  },
  { name: 'sarif', description: 'File to write the findings to, as SARIF 2.1.0. Default: none.', default: '' },
  { name: 'sbom', description: 'File to write the components to, as CycloneDX 1.6. Default: none.', default: '' },
  { name: 'summary', description: 'Write the job summary: true or false.', default: 'true' },
  {
    name: 'annotations',
    description: 'Annotate the worst findings, at most 10 errors and 10 warnings: true or false.',
    default: 'true',
  },
]

const maxMs = 55 * 60_000

/** The error of a value, as the end of a sentence. */
class Wrong extends Error {}

/** Returns the environment variable of an input. */
export function inputVariable(name: string): string {
  return `INPUT_${name.toUpperCase().replaceAll(' ', '_')}`
}

/** Returns the key without validation, to mask it first. Empty without a key. */
export function givenApiKey(environment: Environment): string {
  return environment[inputVariable('api-key')]?.trim() ?? ''
}

/** Returns the token without validation, to mask it first. */
export function givenGitHubToken(environment: Environment): string {
  return environment[inputVariable('github-token')]?.trim() ?? ''
}

/**
 * Reads and validates all inputs. Throws an ActionFailure that names each wrong one, without its value, which may be a
 * key in the wrong input.
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
  const baseUrl = read('base-url', parseBaseUrl)
  if (baseUrl === undefined && problems.length === 0)
    problems.push('base-url: should be the address of the Assay service')
  const inputs = {
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
    ...present('sarif', read('sarif', parsePath)),
    ...present('sbom', read('sbom', parsePath)),
    failOn: read('fail-on', (text) => oneOf(severities, text)) ?? 'high',
    timeoutMs: read('timeout', parseTime) ?? maxMs,
    onError: read('on-error', (text) => oneOf(['fail', 'neutral'], text)) ?? 'fail',
    onFork: read('on-fork', (text) => oneOf(['fail', 'neutral'], text)) ?? 'neutral',
    summary: read('summary', parseFlag) ?? true,
    annotations: read('annotations', parseFlag) ?? true,
  }
  if (problems.length > 0 || baseUrl === undefined)
    throw new ActionFailure('refused', `Wrong inputs: ${problems.join('; ')}.`)
  return { baseUrl, ...inputs }
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
    throw new Wrong('should be an https address without user information, such as https://assay.example')
  return url.href.replace(/\/+$/, '')
}

function parseUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new Wrong('should be the https address of a repository or package page, without user information')
  return text
}

function parseName(text: string): string {
  if (text.length > 255 || text.startsWith('-') || /[\p{Cc}\s]/u.test(text))
    throw new Wrong('should be the name of a branch, a tag or a commit')
  return text
}

function parseKey(text: string): string {
  if (!/^mcp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/.test(text))
    throw new Wrong('should be an API key of Assay, mcp_ with 8 and 32 characters')
  return text
}

/** GitHub replaces the default, an expression. */
function parseGitHubToken(text: string): string | undefined {
  if (text.startsWith('${{')) return undefined
  if (!/^[\x21-\x7e]{1,1000}$/.test(text)) throw new Wrong('should be a GitHub token')
  return text
}

function parseScore(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) throw new Wrong('should be a whole number from 0 to 100')
  return Number(text)
}

function parseBaseline(text: string): string {
  if (text !== 'auto' && !/^[0-9a-f]{7,64}$/i.test(text)) throw new Wrong('should be auto or a commit')
  return text
}

function parsePath(text: string): string {
  if (/\p{Cc}/u.test(text) || text.endsWith('/')) throw new Wrong('should be the path of a file')
  return text
}

function parseTime(text: string): number {
  const [, amount, unit = 'm'] = /^(\d{1,4})(s|m)?$/.exec(text) ?? []
  const ms = Number(amount) * (unit === 's' ? 1_000 : 60_000)
  if (!(ms > 0 && ms <= maxMs)) throw new Wrong('should be minutes or seconds, such as 15m or 90s, at most 55m')
  return ms
}

/** Parses a boolean of YAML's core schema. */
function parseFlag(text: string): boolean {
  return oneOf(['true', 'false'], text.toLowerCase()) === 'true'
}

function oneOf<const Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Wrong(`should be one of ${values.join(', ')}`)
  return found
}
