import { posix } from 'node:path'
import type { AskedRequirement } from '../../installation.ts'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'
import { isDevelopmentGroup } from './development-groups.ts'
import { listDependenciesByCode } from './dynamic-dependencies.ts'
import { asked, pythonInstallation } from './python-installation.ts'
import { listRequirement, mainRole } from './requested-package.ts'
import { setupSettings } from './setup-settings.ts'

/**
 * Reader for declarative setuptools settings, https://setuptools.pypa.io/en/latest/userguide/declarative_config.html. A
 * setup.py next to the file is code, so it is never executed. It is reported as not read if only it can list
 * dependencies. Runs in linear time.
 */
export const setupCfg: ManifestReader = {
  id: 'setup-cfg',
  ecosystem: 'PyPI',
  kind: 'manifest',
  names: ['setup.cfg'],
  reads: (path) => posix.basename(path) === 'setup.cfg',
  read(file) {
    const work = workOf(file)
    work.spend(parsingSteps(file.text))
    const listing = new Listing(work)
    let project: { name: string } | undefined
    const requirements: AskedRequirement[] = []
    for (const { section, key, values } of setupSettings(file.text)) {
      const first = values[0]
      if (section === 'metadata' && key === 'name' && first !== undefined) project = { name: first.text }
      const role = roleOf(section, key)
      if (role === undefined) continue
      for (const { text, line } of values) {
        listRequirement(listing, text, { ...role, line })
        requirements.push(asked(text, { ...role, line }))
      }
    }
    listDependenciesByCode(listing, file)
    return listing.reading({ ...(project !== undefined && { project }), ...pythonInstallation(requirements) })
  },
}

function roleOf(
  section: string,
  key: string,
): { readonly dev: boolean; readonly groups: readonly string[] } | undefined {
  if (section === 'options.extras_require') return { dev: isDevelopmentGroup(key), groups: [key] }
  if (section !== 'options') return undefined
  return key === 'install_requires' ? mainRole : key === 'tests_require' ? { dev: true, groups: ['test'] } : undefined
}
