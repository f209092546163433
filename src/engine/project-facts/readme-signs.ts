import type { ProtocolSign } from '../model/project-facts.ts'
import { type ProjectFiles, textOf } from './project-files.ts'

/** Characters between the name of a client setting and the name of the package. */
const maxDistance = 600

/** How often the setting is looked at. */
const maxSettings = 20

/** The word of a sign that a README has. */
export const readmeSign = 'mcpServers'

/**
 * Returns a sign if a README configures clients to start the package as a server: `"mcpServers"` with the name of the
 * package among the arguments.
 */
export function readmeSigns(files: ProjectFiles, name: string | undefined): ProtocolSign[] {
  const path = [...files.keys()].find((one) => /^readme(?:\.(?:md|markdown|mdx|rst|txt))?$/i.test(one))
  const text = path === undefined ? undefined : textOf(files, path)
  if (path === undefined || text === undefined || name === undefined || name === '') return []
  let at = -1
  for (let looked = 0; looked < maxSettings; looked += 1) {
    at = text.indexOf(`"${readmeSign}"`, at + 1)
    if (at < 0) return []
    if (starts(text.slice(at, at + maxDistance), name))
      return [{ kind: 'manifest', path, line: text.slice(0, at).split('\n').length, word: readmeSign }]
  }
  return []
}

/** Whether a client setting has a package among its arguments. */
const starts = (setting: string, name: string): boolean =>
  setting.includes('"args"') && (setting.includes(`"${name}"`) || setting.includes(`"${name}@`))
