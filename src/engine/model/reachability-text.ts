import type { CallStep, Reachability, undecidedReasons } from './reachability.ts'
import { spacedStep } from './upgrade-text.ts'

type UndecidedReason = (typeof undecidedReasons)[number]

/**
 * Clauses for the reasons. Each one follows the words "Assay could not decide … because". The argument is the file,
 * package, or name that the reason refers to, or undefined.
 */
const reasonClauses: Readonly<Record<UndecidedReason, (detail: string | undefined) => string>> = {
  'dynamic-code': (detail = 'the program') => `${detail} runs code that it builds as text`,
  'dynamic-import': (detail = 'the program') => `${detail} loads files by computed names`,
  'native-code': (detail = 'the program') => `${detail} loads native code`,
  'indirect-call': (detail) => `a call${placed(detail)} has targets that Assay could not determine`,
  'package-not-read': (detail = 'a package') => `the archive of ${detail} was not read`,
  'project-not-read': (detail = 'a file of the project') => `${detail} was not read`,
  'no-fixed-version': () => 'the advisory lists no fixed version to compare with',
  'functions-not-derived': (detail) => `the fix does not show the vulnerable functions${parenthesized(detail)}`,
  'functions-not-found': (detail) =>
    `the installed version lacks the functions that the fix changed${parenthesized(detail)}`,
  'unsupported-ecosystem': (detail) => `it analyzes only npm and PyPI packages${parenthesized(detail)}`,
  'limit-exceeded': (detail) => `the analysis exceeded a limit${placed(detail)}`,
}

const placed = (detail: string | undefined) => (detail === undefined ? '' : ` at ${detail}`)
const parenthesized = (detail: string | undefined) => (detail === undefined ? '' : ` (${detail})`)

/** Returns one sentence about whether the project reaches the vulnerable code of the package. */
export function reachabilityText(name: string, { status, path, reason, detail }: Reachability): string {
  switch (status) {
    case 'reachable':
      return reachableText(name, path ?? [])
    case 'imported':
      return `The project loads the vulnerable file of ${name}, but nothing calls the vulnerable functions.`
    case 'not-loaded':
      return `The project never loads the vulnerable file of ${name}.`
    case 'unknown': {
      const because = reason === undefined ? '' : `, because ${reasonClauses[reason](detail)}`
      return `Assay could not decide whether the project reaches the vulnerable code${because}.`
    }
  }
}

function reachableText(name: string, path: readonly CallStep[]): string {
  const target = path.at(-1)
  if (!target) return `The project reaches the vulnerable code of ${name}.`
  const steps = path.slice(0, -1)
  const verb = steps.some(({ package: within }) => within !== undefined) ? 'reaches' : 'calls'
  const code =
    target.function === '' ? `the vulnerable code of ${target.path}` : `the vulnerable function ${target.function}()`
  // The last step in the project is the call that leaves it.
  const outside = steps.findIndex(({ package: within }) => within !== undefined)
  const caller = (outside < 0 ? steps : steps.slice(0, outside)).at(-1)
  return `The project ${verb} ${code}${caller ? ` (${caller.path}:${caller.line})` : ''}.`
}

/** Returns one step of a call path on one line: function, package, and place. */
export function callStepText({ function: called, package: within, path, line }: CallStep): string {
  const place = `${within === undefined ? '' : `${spacedStep(within)} `}${path}:${line}`
  return called === '' ? place : `${called}() in ${place}`
}
