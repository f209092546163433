import type { CallStep, Reachability, undecidedReasons } from './reachability.ts'
import { spacedStep } from './upgrade-text.ts'

type UndecidedReason = (typeof undecidedReasons)[number]

/** Reachability as reports read it. Arrays are readonly, as in the API client. */
export interface ReachabilityResult extends Pick<Reachability, 'status'> {
  readonly path?: readonly CallStep[] | undefined
  readonly reason?: UndecidedReason | undefined
  readonly detail?: string | undefined
}

/** Labels of the statuses in tables. */
export const reachabilityLabels: Readonly<Record<Reachability['status'], string>> = {
  reachable: 'reachable',
  imported: 'loaded but no call found',
  'not-loaded': 'not loaded',
  unknown: 'reachability unknown',
}

/**
 * Clauses for the reasons. Each one follows the words "Assay could not decide … because". The argument is the file,
 * package, or name that the reason refers to, or undefined.
 */
const reasonClauses: Readonly<Record<UndecidedReason, (detail: string | undefined) => string>> = {
  'dynamic-code': (detail = 'the program') => `${detail} runs code that it builds as text`,
  'dynamic-import': (detail = 'the program') => `${detail} loads files by computed names`,
  'native-code': (detail = 'the program') => `${detail} loads native code`,
  'indirect-call': (detail) => `a call${placed(detail)} has targets that Assay could not determine`,
  'package-not-read': (detail = 'a package') => unreadText(detail),
  'project-not-read': (detail = 'a file of the project') => `${detail} was not read`,
  'no-fixed-version': () => 'the advisory lists no fixed version to compare with',
  'functions-not-derived': (detail) => `the fix does not show the vulnerable functions${parenthesized(detail)}`,
  'functions-not-found': (detail) =>
    `the installed version lacks the functions that the fix changed${parenthesized(detail)}`,
  'unsupported-ecosystem': (detail) => `it analyzes only npm and PyPI packages${parenthesized(detail)}`,
  'limit-exceeded': (detail) => `the analysis exceeded a limit${placed(detail)}`,
}

/** Returns why code of a package is missing: its version, its archive, or one of its files. */
function unreadText(detail: string): string {
  const name = /^(.+)@(?:unresolved|unknown)$/.exec(detail)?.[1]
  if (name !== undefined) return `the version of ${name} is not known`
  return detail.includes('@') && detail.includes(' ')
    ? `${detail} was not read`
    : `the archive of ${detail} was not read`
}

const placed = (detail: string | undefined) => (detail === undefined ? '' : ` at ${detail}`)
const parenthesized = (detail: string | undefined) => (detail === undefined ? '' : ` (${detail})`)

/** Returns the reason why the analysis could not decide, as a clause. Empty if there is no reason. */
export function undecidedText({ reason, detail }: ReachabilityResult): string {
  return reason === undefined ? '' : reasonClauses[reason](detail)
}

/** Returns one sentence about whether the project reaches the vulnerable code of the package. */
export function reachabilityText(name: string, result: ReachabilityResult): string {
  const { status, path = [] } = result
  switch (status) {
    case 'reachable':
      return reachableText(name, path)
    case 'imported':
      return (
        `The project loads the vulnerable file of ${name}. ` +
        'Assay found no call of the functions that the fix changed.'
      )
    case 'not-loaded':
      return `Assay found nothing in the project that loads the vulnerable file of ${name}.`
    case 'unknown': {
      const reason = undecidedText(result)
      const because = reason === '' ? '' : `, because ${reason}`
      return `Assay could not decide whether the project reaches the vulnerable code${because}.`
    }
  }
}

function reachableText(name: string, path: readonly CallStep[]): string {
  const target = path.at(-1)
  if (!target) return `The project reaches the vulnerable code of ${name}.`
  const steps = path.slice(0, -1)
  const verb = steps.some(({ package: within }) => within !== undefined) ? 'reaches' : 'calls'
  // The fix may have changed other functions than the vulnerable one.
  const code =
    target.function === ''
      ? `code of ${target.path} that the fix changed`
      : `${target.function}(), which the fix changed`
  // The last step in the project is the call that leaves it.
  const outside = steps.findIndex(({ package: within }) => within !== undefined)
  const caller = (outside < 0 ? steps : steps.slice(0, outside)).at(-1)
  return `The project ${verb} ${code}${caller ? ` (call in ${caller.path}:${caller.line})` : ''}.`
}

/** Returns one step of a call path on one line: function, package, and place. */
export function callStepText({ function: called, package: within, path, line }: CallStep): string {
  const place = `${within === undefined ? '' : `${spacedStep(within)} `}${path}:${line}`
  return called === '' ? place : `${called}() in ${place}`
}

/** Maximum number of steps to show of a call path. */
const maxShownSteps = 4

/**
 * Returns the steps of a call path, one text per step. A long path keeps its first and last steps, and one text counts
 * the others.
 */
export function shortCallPath(path: readonly CallStep[]): readonly string[] {
  const omitted = path.length - maxShownSteps
  if (omitted <= 0) return path.map(callStepText)
  const half = maxShownSteps / 2
  return [...path.slice(0, half).map(callStepText), `… ${omitted} more …`, ...path.slice(-half).map(callStepText)]
}
