import type { NewIntake } from '../../db/registry/intake.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { parseTarget } from '../../../engine/sources/accept-url.ts'
import { intakeOfPackage, intakeOfTarget, type IntakeTerms, type NamedPackage } from '../intake/intake-entry.ts'
import type { Publication, PublishedServer } from './publication.ts'

/**
 * Priorities of publication scans. A server's current version is scanned before earlier ones. Scans for a seed come
 * after all others.
 */
const latestPriority = 0
const formerPriority = -1
export const seedPriority = -3

/**
 * Returns the scan requests for a publication: its npm and PyPI packages in the published version, and, for the latest
 * version, the repository. The repository is requested once per version, because its head changes. Omits other kinds of
 * packages, and URLs that cannot be scanned. Empty for deleted publications.
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

/** Returns the server's packages that can be scanned. */
export function publishedPackages({ packages }: PublishedServer): NamedPackage[] {
  return packages.flatMap(({ registryType, identifier, version }): NamedPackage[] =>
    registryType === 'npm' || registryType === 'pypi' ? [{ ecosystem: registryType, name: identifier, version }] : [],
  )
}

/** Returns a server's repository as a scan target, with its folder, or undefined if its URL cannot be scanned. */
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
