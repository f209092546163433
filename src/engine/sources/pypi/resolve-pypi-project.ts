import { ScanFailure } from '../../model/failure.ts'
import type { PackageFacts } from '../../model/package-facts.ts'
import type { PypiTarget } from '../../model/target.ts'
import { isYanked, type PypiProject, type PypiRelease } from '../package-registries/pypi-project.ts'
import { lookupFailure } from '../lookup-failure.ts'
import { shownText } from '../shown-text.ts'
import type { PypiReach, ResolvedPypiSource } from '../source.ts'
import { chooseFile } from './choose-file.ts'
import { chooseRelease } from './choose-release.ts'
import { pypiPageUrl } from './pypi-page-url.ts'

/** Resolves a target to its current release and to the file to scan. */
export async function resolvePypiProject(
  { pypiIndex, signal }: PypiReach,
  target: PypiTarget,
): Promise<ResolvedPypiSource> {
  const { name } = target
  const lookup = await pypiIndex.project(name, signal)
  if (lookup.status !== 'found') throw lookupFailure(`The Python project ${name}`, lookup, 'the package index')
  const { project } = lookup
  const release = chooseRelease(project, target)
  const { text: revision } = release.version
  const file = chooseFile(release.files)
  if (file === undefined)
    throw new ScanFailure(
      'SOURCE_NOT_FOUND',
      `${name} ${revision} has neither a wheel nor a source distribution as .tar.gz or .zip.`,
    )
  return {
    type: 'pypi',
    canonicalUrl: pypiPageUrl(name),
    revision,
    name,
    file,
    files: release.files,
    tellsAttestations: project.tellsAttestations,
    facts: factsOf(project, release),
  }
}

function factsOf({ status, releases }: PypiProject, release: PypiRelease): PackageFacts {
  const uploads = release.files.flatMap(({ uploadedAt }) => uploadedAt ?? []).sort()
  const reasons = release.files.flatMap(({ yanked }) => yanked ?? [])
  const yanked = isYanked(release)
  const deprecated = [
    ...(yanked
      ? [`This release was yanked${reasons[0] ? `: ${shownText(reasons[0])}` : '; no reason was given'}`]
      : []),
    ...(status === undefined
      ? []
      : [`The project is ${shownText(status.name)}${status.reason ? `: ${shownText(status.reason)}` : ''}`]),
  ].join('. ')
  return {
    versions: releases.length,
    ...(yanked && { yanked }),
    ...(deprecated !== '' && { deprecated }),
    ...(uploads[0] !== undefined && { publishedAt: uploads[0] }),
  }
}
