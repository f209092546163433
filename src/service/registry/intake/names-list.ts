import type { NewIntake } from '../../db/registry/intake.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { type IntakeTerms, intakeOfPackage, intakeOfUrl } from './intake-entry.ts'

/** What a list of names asks for, and what is wrong with which of its lines. */
export interface NamesList {
  readonly entries: readonly NewIntake[]
  /** Lines from 1; the list as a whole counts although some of it is wrong. */
  readonly mistakes: readonly { readonly line: number; readonly message: string }[]
}

/**
 * Reads one name a line: `npm:NAME`, `pypi:NAME`, each with `@VERSION` if another one than the current is meant, or the
 * address of a package or repository. Empty lines and what follows a # at the beginning of a line or after a space say
 * nothing.
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
