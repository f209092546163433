import { childOf, childrenOf, parseXml } from '../syntax/xml.ts'
import type { TaskFile } from '../../isolation/isolation.ts'
import { UnreadableManifest } from '../unreadable-manifest.ts'
import { budgetFor } from '../work-budget.ts'
import type { RepositoryFileReading } from './pom-model.ts'
import { readPomModel } from './read-pom-model.ts'

/** Maximum number of an artifact's versions. The highest number on Maven Central is 3,000. */
const maxVersions = 50_000

/**
 * Reads a POM or version list from a Maven repository in a child process. Reader errors are returned as results, so the
 * child process can continue.
 */
export function readRepositoryFile({ path, content }: Pick<TaskFile, 'content' | 'path'>): RepositoryFileReading {
  try {
    const text = textOf(content)
    const root = parseXml(text, budgetFor(text.length))
    if (!path.endsWith('maven-metadata.xml')) return { pom: readPomModel(root) }
    const versions = childrenOf(childOf(root, 'versioning'), 'versions')
      .slice(0, maxVersions)
      .flatMap((version) => (version.text.length > 0 && version.text.length <= 200 ? [version.text] : []))
    return { versions }
  } catch (error) {
    if (error instanceof UnreadableManifest) return { unreadable: error.reason }
    return { unreadable: 'reader-error' }
  }
}

/**
 * Decodes a POM. Many POMs are in Latin-1 without declaring it. This is harmless, because coordinates are ASCII in both
 * encodings.
 */
function textOf(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return content.toString('latin1')
  }
}
