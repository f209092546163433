import type { ProtocolSign } from '../model/project-facts.ts'
import { type ProjectFiles, textOf } from './project-files.ts'

/** Maximum number of characters between the client setting and the package name. */
const maxDistance = 600

/** Maximum number of setting occurrences to check. */
const maxSettings = 20

/** String reported as the match of a README sign. */
export const readmeSign = 'mcpServers'

/**
 * Returns a sign if a README shows how to configure clients to start the package as a server: `"mcpServers"`, followed
 * by the package name among the arguments.
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

/** Reports whether a client setting passes a package as an argument. */
const starts = (setting: string, name: string): boolean =>
  setting.includes('"args"') && (setting.includes(`"${name}"`) || setting.includes(`"${name}@`))
