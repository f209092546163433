import type { NewIntake } from '../../db/registry/intake.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { type IntakeTerms, intakeOfPackage, intakeOfUrl } from './intake-entry.ts'

/** Requests in a list of names, and errors by line. */
export interface NamesList {
  readonly entries: readonly NewIntake[]
  /** Errors with line numbers from 1. Other lines are still used. */
  readonly mistakes: readonly { readonly line: number; readonly message: string }[]
}

/**
 * Parses a list with one name per line: `npm:NAME` or `pypi:NAME`, optionally with `@VERSION`, or the URL of a package
 * or repository. Ignores empty lines, and comments that start with `#` at the start of a line or after a space.
 */
export function parseNamesList(text: string, dueAt: Date): NamesList {
  const entries: NewIntake[] = []
  const mistakes: { line: number; message: string }[] = []
  for (const [index, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const name = written.replace(/(^|\s)#.*$/, '').trim()
    if (name === '') continue
    try {
      entries.push(entryOf(name, { origin: 'list', dueAt }))
    } catch (error) {
      if (!(error instanceof ScanFailure)) throw error
      mistakes.push({ line: index + 1, message: error.message })
    }
  }
  return { entries, mistakes }
}

function entryOf(name: string, terms: IntakeTerms): NewIntake {
  const [, ecosystem, packageName = '', version] = /^(npm|pypi):(@?[^@]+)(?:@(.+))?$/i.exec(name) ?? []
  if (ecosystem !== undefined)
    return intakeOfPackage(
      { ecosystem: ecosystem.toLowerCase() === 'npm' ? 'npm' : 'pypi', name: packageName, version },
      terms,
    )
  if (!name.startsWith('https://'))
    throw new ScanFailure('INVALID_URL', 'This is not npm:NAME, pypi:NAME, or an https URL.')
  return intakeOfUrl(name, terms)
}
