import { posix } from 'node:path'
import { z } from 'zod'
import { addressOptions, deploymentFiles, servingPrograms } from './models/server-surface/deployments.ts'

const limits = { applications: 20, words: 60, line: 2_000 }

const StartedApplication = z.object({
  /** Module and application name: `package.module`, `app`. */
  module: z.string().max(300),
  attribute: z.string().max(300),
  line: z.number().int().positive(),
})
/** An application that a deployment file starts on all network interfaces. */
export type StartedApplication = z.infer<typeof StartedApplication>

/** True if the path suggests a file that starts applications. */
export function isDeployment(path: string): boolean {
  const name = posix.basename(path)
  return deploymentFiles.some((pattern) => pattern.test(name))
}

/** Finds commands such as `uvicorn package.module:app --host 0.0.0.0`, including commands in list form. */
export function startedApplications(text: string): StartedApplication[] {
  const found: StartedApplication[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trimStart().startsWith('#')) continue
    const words = line.slice(0, limits.line).split(/[\s"'[\],]+/, limits.words)
    const at = words.findIndex((word) => servingPrograms.has(word.slice(word.lastIndexOf('/') + 1)))
    if (at < 0 || found.length === limits.applications) continue
    const own = words.slice(at + 1)
    const end = own.findIndex((word) => /^(?:&&|\|\|?|;|&)$/.test(word))
    const command = end < 0 ? own : own.slice(0, end)
    const [, module, attribute] =
      command.map((word) => /^([A-Za-z_][\w.]*):([A-Za-z_]\w*)(?:\(\))?$/.exec(word)).find((one) => one !== null) ?? []
    if (module !== undefined && attribute !== undefined && listensEverywhere(command))
      found.push({ module: module.slice(0, 300), attribute: attribute.slice(0, 300), line: index + 1 })
  }
  return found
}

/** True if an option selects all network interfaces, directly or as the default of a variable. */
function listensEverywhere(words: readonly string[]): boolean {
  return words.some((word, index) => {
    const [name = '', value = words[index + 1] ?? ''] = word.split('=', 2)
    return addressOptions.includes(name) && /^(?:\$\{\w+:-)?(?:0\.0\.0\.0|\[?::\]?)(?:[:}]|$)/.test(value)
  })
}

/** Serializes started applications. The analysis receives them together with the project settings. */
export const packApplications = (applications: readonly StartedApplication[]): string => JSON.stringify(applications)

/** Throws if `packApplications` did not create the text. */
export const unpackApplications = (text: string): StartedApplication[] =>
  z.array(StartedApplication).parse(JSON.parse(text))
