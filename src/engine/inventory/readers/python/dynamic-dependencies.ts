import { posix } from 'node:path'
import type { Listing } from '../../listing.ts'
import type { ManifestFile } from '../../manifest-reader.ts'
import { holdsBeside, readBeside } from '../../read-beside.ts'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { isTable, type Table, tableAt, textAt, textsAt, valueAt } from '../../syntax/document.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { listRequirement, mainRole } from './requested-package.ts'
import { requirements } from './requirements.ts'
import { requirementsLines } from './requirements-lines.ts'
import { setupSettings } from './setup-settings.ts'

/** Maximum number of files from which setuptools reads dependencies. */
const maxFiles = 20

/**
 * Role of dependencies that are computed by code. They have a separate group, because a lockfile that covers the folder
 * contains them.
 */
const byCode = {
  dev: false,
  groups: ['dynamic'],
  name: 'setup.py',
  requested: 'setup.py',
  reason: 'computed-in-code' as const,
}

/**
 * Lists the dynamic fields in a pyproject.toml. Reads the files from which setuptools reads dependencies, unless they
 * are read separately. If code computes the dependencies, the code is listed as a source without versions. See
 * https://packaging.python.org/en/latest/specifications/pyproject-toml/#dynamic
 *
 * @param lines line index for the pyproject.toml
 */
export function listDynamicDependencies(listing: Listing, file: ManifestFile, root: Table, lines: DocumentLines): void {
  const hasProject = isTable(valueAt(root, 'project'))
  if (isTable(valueAt(tableAt(root, 'tool', 'poetry'), 'dependencies'))) return
  if (hasProject && !textsAt(tableAt(root, 'project'), 'dynamic').includes('dependencies')) return
  const stated = tableAt(root, 'tool', 'setuptools', 'dynamic', 'dependencies')
  const single = textAt(stated, 'file')
  const files = [...(single === undefined ? [] : [single]), ...textsAt(stated, 'file')].slice(0, maxFiles)
  const place = atLine(lines.at('tool', 'setuptools', 'dynamic', 'dependencies') ?? lines.at('project', 'dynamic'))
  for (const path of files) listFile(listing, file, path, place)
  if (files.length > 0 || readBeside(file, 'setup.cfg', statesDependencies) === true) return
  if (holdsBeside(file, 'setup.py')) listing.request({ ...byCode, ...place })
  else if (hasProject)
    listing.request({
      ...byCode,
      ...place,
      name: 'dependencies',
      requested: 'dynamic',
      reason: 'computed-during-build',
    })
}

function listFile(listing: Listing, file: ManifestFile, path: string, place: { readonly line?: number }): void {
  if (requirements.reads(posix.join(posix.dirname(file.path), path))) return
  const lines = readBeside(file, path, requirementsLines)
  if (lines === undefined)
    listing.request({
      ...mainRole,
      ...place,
      name: path.slice(0, 200),
      requested: path.slice(0, 200),
      reason: 'dependency-file-missing',
    })
  for (const { text } of lines ?? []) listRequirement(listing, text, { ...mainRole, ...place })
}

/**
 * Lists the setup.py next to a setup.cfg without dependencies as a source without versions, unless a pyproject.toml
 * describes the project.
 */
export function listDependenciesByCode(listing: Listing, file: ManifestFile): void {
  if (!statesDependencies(file.text) && holdsBeside(file, 'setup.py') && !holdsBeside(file, 'pyproject.toml'))
    listing.request(byCode)
}

const statesDependencies = (setupCfg: string): boolean =>
  setupSettings(setupCfg).some(({ section, key }) => section === 'options' && key === 'install_requires')
