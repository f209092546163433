import type { NewIntake } from '../../db/registry/intake.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { parseTarget } from '../../../engine/sources/accept-url.ts'
import { intakeOfPackage, intakeOfTarget, type IntakeTerms, type NamedPackage } from '../intake/intake-entry.ts'
import type { Publication, PublishedServer } from './publication.ts'

/** The current version of a server comes before versions that were. */
const latestPriority = 0
const formerPriority = -1

/**
 * What is to be scanned for a publication: its packages of npm and PyPI in the version that it names, and of the latest
 * version the repository too, once for each version: what is at its head is another thing then. Other kinds of
 * packages, and addresses that nothing can be scanned at, are left out. Nothing for what was deleted.
 */
export function intakeOfPublication({ server, status, isLatest }: Publication, now: Date): NewIntake[] {
  if (status === 'deleted') return []
  const terms: IntakeTerms = { origin: 'publication', dueAt: now, priority: isLatest ? latestPriority : formerPriority }
  const packages = publishedPackages(server).map((one) => () => intakeOfPackage(one, terms))
  const repository = isLatest ? repositoryOf(server) : undefined
  const wanted = repository
    ? [
        ...packages,
        () =>
          intakeOfTarget(
            repository.url,
            {
              type: 'git',
              repository: repository.url,
              ...(repository.folder !== '' && { treePath: `HEAD/${repository.folder}` }),
            },
            { ...terms, again: `version ${server.version}` },
          ),
      ]
    : packages
  return wanted.flatMap((make) => unlessInvalid(make))
}

/** The packages of a server that can be scanned. */
export function publishedPackages({ packages }: PublishedServer): NamedPackage[] {
  return packages.flatMap(({ registryType, identifier, version }): NamedPackage[] =>
    registryType === 'npm' || registryType === 'pypi' ? [{ ecosystem: registryType, name: identifier, version }] : [],
  )
}

/**
 * The repository of a server, as scans know it, and the folder in it; undefined when nothing can be scanned at its
 * address.
 */
export function repositoryOf({
  repository,
}: PublishedServer): { readonly url: string; readonly folder: string } | undefined {
  if (!repository) return undefined
  const target = unlessInvalid(() => parseTarget(repository.url))[0]
  const folder = (repository.subfolder ?? '')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
  if (
    target?.type !== 'git' ||
    target.ref !== undefined ||
    target.treePath !== undefined ||
    folder.split('/').includes('..')
  )
    return undefined
  return { url: target.repository, folder }
}

function unlessInvalid<Made>(make: () => Made): Made[] {
  try {
    return [make()]
  } catch (error) {
    if (error instanceof ScanFailure) return []
    throw error
  }
}
