import { javaScriptModules } from '../analysis/frontends/javascript/javascript-modules.ts'
import { namedFiles } from '../analysis/frontends/javascript/named-files.ts'
import type { ModuleSettings } from '../analysis/modules/module-resolution.ts'
import { isDeployment, packApplications, startedApplications } from '../analysis/deployments.ts'
import { isPageTemplate, packOutputs, rawOutputs } from '../analysis/page-templates.ts'
import { isModuleSettings } from '../analysis/project-container.ts'
import { taintLimits } from '../analysis/taint-limits.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { sourcePathClass } from './source-path-class.ts'

/** Returns the text of files that affect how imports are resolved, such as `package.json`, by path. */
export function moduleSettingsOf(snapshot: Snapshot): ModuleSettings {
  const settings = new Map<string, string>()
  let bytes = 0
  for (const file of snapshot.files.values()) {
    if (
      !isModuleSettings(file.path, file.size) ||
      settings.size === taintLimits.maxSettingsFiles ||
      bytes + file.size > taintLimits.maxTotalSettingsBytes
    )
      continue
    bytes += file.size
    settings.set(file.path, file.content.toString())
  }
  for (const [path, outputs] of pageTemplatesOf(snapshot)) settings.set(path, outputs)
  for (const [path, applications] of deploymentsOf(snapshot)) settings.set(path, applications)
  return settings
}

/** Maps each file that makes an application listen on all network interfaces to the application name. */
function deploymentsOf(snapshot: Snapshot): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of snapshot.files.values()) {
    if (
      !isDeployment(file.path) ||
      file.size > taintLimits.maxSettingsFileBytes ||
      found.size === taintLimits.maxSettingsFiles
    )
      continue
    const applications = startedApplications(file.content.toString())
    if (applications.length > 0) found.set(file.path, packApplications(applications))
  }
  return found
}

/** Maps each page template that outputs values without escaping to those values. */
function pageTemplatesOf(snapshot: Snapshot): Map<string, string> {
  const found = new Map<string, string>()
  let bytes = 0
  for (const file of snapshot.files.values()) {
    if (
      !isPageTemplate(file.path) ||
      file.size > taintLimits.maxSettingsFileBytes ||
      found.size === taintLimits.maxSettingsFiles ||
      bytes + file.size > taintLimits.maxTotalSettingsBytes
    )
      continue
    bytes += file.size
    const outputs = rawOutputs(file.path, file.content.toString())
    if (outputs.length > 0) found.set(file.path, packOutputs(outputs))
  }
  return found
}

/**
 * Returns `aside` files that are installed or started with the project: those named in `bin`, `main`, `module`,
 * `exports`, or the `start` script of a `package.json` classified as `project`. They are executed whatever their folder
 * is called.
 *
 * @param paths project source files
 */
export function asideRun(paths: ReadonlySet<string>, settings: ModuleSettings): ReadonlySet<string> {
  const resolve = javaScriptModules(paths, settings)
  const named = namedFiles(settings, (script) => script === 'start').filter(
    ({ from }) => sourcePathClass(from) === 'project',
  )
  return new Set(
    named
      .flatMap(({ from, specifier }) => resolve(from, specifier) ?? [])
      .filter((path) => sourcePathClass(path) === 'aside'),
  )
}
